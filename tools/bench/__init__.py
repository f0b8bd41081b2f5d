"""Benchmarks. Each figure is compared with a calibration loop, or with another program, of the same run."""
