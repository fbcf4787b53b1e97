"""The game in progress: its turns, undo, redo and repairs, and the store that keeps every step."""
