"""The `kip` command."""
