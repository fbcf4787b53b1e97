"""What Sphinx is told of the site; `make site` has it read the pages."""

project = html_title = "Hanabi table companion"
copyright = (
    "2026 its authors. Hanabi is a game by Antoine Bauza, whose publishers have no part in this."
)
extensions = ["myst_parser"]
myst_heading_anchors = 4
suppress_warnings = ["toc.not_included"]

html_theme = "furo"
html_css_files = ["site.css"]
html_static_path = ["static"]
templates_path = ["templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "play.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_copy_source = html_show_sourcelink = html_show_sphinx = html_use_index = False
