"""The board: every table of a club on one page, as a broker tells of them; it changes nothing."""
