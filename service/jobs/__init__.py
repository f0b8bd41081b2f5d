"""What runs without anybody's act: the scheduler, deadlines, servers left, changes by other processes."""
