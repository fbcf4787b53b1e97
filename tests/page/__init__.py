"""The page of the table, and the process that serves it."""
