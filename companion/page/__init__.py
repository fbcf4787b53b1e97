"""The page: the table in browsers. One is served by a process of its own, over the view socket."""
