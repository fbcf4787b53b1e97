"""The text copy beside SQLite's file: its lines, its file, and how SQLite's rows are compared with
it.
"""
