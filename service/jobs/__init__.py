"""Background jobs: scheduler, deadlines, removed servers, messages of other processes."""
