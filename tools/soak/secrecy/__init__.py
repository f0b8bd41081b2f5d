"""Secrecy test: two games that are equal in public and differ in hidden information must look the same to others."""
