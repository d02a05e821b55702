"""Builds README.md and the guides into a static site: `make site`.

The pages stay plain Markdown for code hosts. What only the site needs, the table of contents, is added here.
"""

import pathlib

root = pathlib.Path(__file__).resolve().parents[2]

project = "WhyRedraw"
author = "The WhyRedraw authors"
extensions = ["myst_parser"]
root_doc = "README"
include_patterns = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Documentation/**.md"]
# Headings are link targets down to this level, as code hosts have them.
myst_heading_anchors = 4
html_theme = "furo"
html_title = "WhyRedraw"
# Commands are shown with what they print; guessing a language for that only adds noise.
highlight_language = "none"
# Rules with examples in Swift and in none are fine; a page for agents begins with its front matter.
suppress_warnings = ["misc.highlighting_failure", "myst.header"]

CONTENTS = {
    "Use it": [
        "Documentation/README",
        "Documentation/GettingStarted",
        "Documentation/Recording",
        "Documentation/ReadingAReport",
        "Documentation/FixingWithPatches",
        "Documentation/CI",
        "Documentation/Bisecting",
        "Documentation/UnitTests",
        "Documentation/Fleet/README",
        "Documentation/Troubleshooting",
    ],
    "Look it up": [
        "Documentation/Model",
        "Documentation/Rules",
        "Documentation/Limits",
        "Documentation/Unverified",
        "Documentation/JSON",
        "Documentation/Profile",
    ],
    "Agents": ["Documentation/AGENTS", "Documentation/Agents/SKILL"],
    "Contribute": [
        "CONTRIBUTING",
        "Documentation/Contributing/Architecture",
        "Documentation/Contributing/Style",
        "Documentation/Contributing/Glossary",
        "Documentation/Contributing/AddingARule",
        "Documentation/Contributing/AddingAFormat",
        "Documentation/Contributing/AddingAReport",
        "CHANGELOG",
    ],
}


def unlisted(app):
    """Pages that are in no group above; those of single rules are reached from the list of rules."""
    listed = {root_doc, *(page for pages in CONTENTS.values() for page in pages)}
    return [page for page in sorted(app.project.docnames - listed) if not page.startswith("Documentation/Rules/")]


def with_contents(app, name, source):
    if name.startswith("Documentation/Rules/"):
        source[0] = "---\norphan: true\n---\n\n" + source[0]
    if name != root_doc:
        return
    groups = {**CONTENTS, "More": unlisted(app)}
    for caption, pages in groups.items():
        if not pages:
            continue
        lines = ["", "", "```{toctree}", ":hidden:", f":caption: {caption}", ""]
        source[0] += "\n".join(lines + ["/" + page for page in pages] + ["```", ""])


def setup(app):
    app.connect("source-read", with_contents)
    return {"parallel_read_safe": True}
