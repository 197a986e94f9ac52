// Entry point of the catalogue generator.
