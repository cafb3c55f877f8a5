// node in_pyodide.mjs PYODIDE WHEEL [LIBRARY]: runs the Python that comes by standard input, with the wheel installed,
// and another standard library if one is given.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [pyodide, wheel, library] = process.argv.slice(2);
try {
  const { loadPyodide } = await import(pathToFileURL(pyodide));
  const python = await loadPyodide(library ? { stdLibURL: library } : {});
  python.unpackArchive(new Uint8Array(readFileSync(wheel)), 'wheel');
  await python.runPythonAsync(readFileSync(0, 'utf8'));
  process.exit(0); // Pyodide keeps the process alive
} catch (error) {
  console.error(String(error));
  process.exit(1);
}
