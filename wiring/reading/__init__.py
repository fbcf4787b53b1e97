"""Reading a build from its TOML, with every mistake told at once."""
