"""Interfaces of other projects, so that their code and tests run on this package."""
