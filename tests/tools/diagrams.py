"""`make diagrams`: the page of the builds in wiring/, with each one's wires and template."""

from collections.abc import Sequence
from pathlib import Path

from wiring import builds
from wiring.diagram import pin_table
from wiring.diagram.diagram import diagram
from wiring.reading.build import Build, load
from wiring.template.drawing import template_svg
from wiring.template.paper import template_pdf
from wiring.template.sheet import TemplateSheet, sheet

WIRING = Path(__file__).parents[2] / "wiring"
PAGE = WIRING / "README.md"
_INTRODUCTION = Path(__file__).with_name("building.txt").read_text("utf-8")


def real_builds() -> list[Build]:
    """Return the builds that are made for a real board."""
    return [build for build in map(load, builds.names()) if not build.is_emulated]


def page() -> str:
    """Return the page of all real builds."""
    builds = real_builds()
    index = "\n".join(f"- [{build.name}](#{build.name}): {build.about}" for build in builds)
    return "\n".join([_INTRODUCTION, index, "", *map(_section, builds)])


def files() -> dict[Path, str]:
    """Return all that is generated as text, with what belongs in it."""
    texts = {PAGE: page()}
    for build in real_builds():
        texts[WIRING / "pictures" / f"{build.name}.svg"] = diagram(build)
        texts[_template_path(build, "svg")] = template_svg(_sheet(build))
    return texts


def papers() -> dict[Path, bytes]:
    """Return the templates as PDF; they need reportlab."""
    return {_template_path(build, "pdf"): template_pdf(_sheet(build)) for build in real_builds()}


def _template_path(build: Build, suffix: str) -> Path:
    return WIRING / "templates" / f"{build.name}.{suffix}"


def _sheet(build: Build) -> TemplateSheet:
    assert build.panel, f"{build.name}.toml has no [panel]"
    return sheet(build, build.panel)


def _section(build: Build) -> str:
    about = build.about[:1].upper() + build.about[1:]
    return "\n".join(
        [
            f"## {build.name}\n",
            f"{about} ([{build.name}.toml]({build.name}.toml)).\n",
            f"![The wires of the build {build.name}](pictures/{build.name}.svg)\n",
            *(f"- {note}" for note in pin_table.notes(build)),
            "",
            _table(pin_table.HEAD, [row.cells() for row in pin_table.rows(build)]),
            _table(pin_table.PARTS_HEAD, pin_table.parts(build)),
        ]
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return (
        "\n".join(
            "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines
        )
        + "\n"
    )


if __name__ == "__main__":
    for path, text in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path, content in papers().items():
        path.write_bytes(content)
