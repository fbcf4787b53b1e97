"""The makers of package, card and release; none of it is shipped."""
