"""Other people's interfaces, kept so that their code and tests run on this package."""
