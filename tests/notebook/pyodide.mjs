// Runs cells of a notebook in Pyodide. Standard input: {"wheel": ours, "shown": shown.py's text,
// "pyodide": its folder, "cells": [...]}, as JSON. Standard output: what each cell shows, as JSON.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const asked = JSON.parse(readFileSync(0, 'utf8'));
const { loadPyodide } = await import(join(asked.pyodide, 'pyodide.mjs'));
const python = await loadPyodide();
const folder = python.runPython('import sysconfig; sysconfig.get_path("purelib")');
python.unpackArchive(new Uint8Array(readFileSync(asked.wheel)), 'wheel', { extractDir: folder });
python.FS.writeFile(`${folder}/shown.py`, asked.shown);
python.globals.set('cells', python.toPy(asked.cells));
const shown = python.runPython('import json, shown; json.dumps(list(shown.shown(cells)))');
process.stdout.write(shown, () => process.exit(0)); // Pyodide keeps the process alive
