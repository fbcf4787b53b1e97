"""The page: the table on any screen of the house, served by a process of its own over the view
socket.
"""
