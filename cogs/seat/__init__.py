"""Changes of who decides for a seat: stand-ins, takeovers, returns."""
