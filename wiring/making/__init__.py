"""What makes diagrams, templates and cases as files; no package has it."""
