"""`make pictures`: the pages of the builds in wiring/, with each one's wires and template."""

from pathlib import Path

from wiring import builds
from wiring.diagram.diagram import wiring_diagram
from wiring.making.build_page import build_page
from wiring.reading.build import Build, load
from wiring.template.drawing import template_svg
from wiring.template.paper import template_pdf
from wiring.template.sheet import TemplateSheet, template_sheet

WIRING = Path(__file__).parents[1]
PAGE = WIRING / "README.md"


def _real_builds() -> list[Build]:
    """Return the builds that are made for a real board."""
    return [build for build in map(load, builds.build_names()) if not build.is_emulated]


def wired_builds() -> list[Build]:
    """Return those of which something goes to a header."""
    return [build for build in _real_builds() if not build.touch]


def _shared_page(real: list[Build]) -> str:
    """Return the page of what the builds share."""
    shared = Path(__file__).with_name("shared.txt").read_text("utf-8")
    index = "\n".join(f"- [{build.name}]({build.name}.md): {build.about}" for build in real)
    return shared.format(builds=index)


def _diagram_files() -> dict[Path, str]:
    """Return all that is generated as text, with what belongs in it."""
    real = _real_builds()
    texts = {PAGE: _shared_page(real)}
    texts |= {WIRING / f"{build.name}.md": build_page(build) for build in real}
    for build in wired_builds():
        texts[WIRING / "pictures" / f"{build.name}.svg"] = wiring_diagram(build)
        texts[_template_path(build, "svg")] = template_svg(_sheet_of(build))
    return texts


def _paper_files() -> dict[Path, bytes]:
    """Return the templates as PDF; they need reportlab."""
    return {
        _template_path(build, "pdf"): template_pdf(_sheet_of(build)) for build in wired_builds()
    }


def _template_path(build: Build, suffix: str) -> Path:
    return WIRING / "templates" / f"{build.name}.{suffix}"


def _sheet_of(build: Build) -> TemplateSheet:
    assert build.panel, f"{build.name}.toml has no [panel]"
    return template_sheet(build, build.panel)


if __name__ == "__main__":
    for path, text in _diagram_files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path, content in _paper_files().items():
        path.write_bytes(content)
