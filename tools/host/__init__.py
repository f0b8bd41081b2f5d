"""Programs for hosts: backup, move to another database, health check, verification of luck."""
