"""Facts of the published games as TOML files, and the font. A package, so that no other folder of this name is taken for it."""
