"""Benchmarks: every figure stands beside a calibration loop or a peer of the same run."""
