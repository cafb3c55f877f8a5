// node in_pyodide.mjs PYODIDE WHEEL: runs the Python that comes by standard input, with the wheel installed.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [pyodide, wheel] = process.argv.slice(2);
try {
  const { loadPyodide } = await import(pathToFileURL(pyodide));
  const python = await loadPyodide();
  python.unpackArchive(new Uint8Array(readFileSync(wheel)), 'wheel');
  await python.runPythonAsync(readFileSync(0, 'utf8'));
  process.exit(0); // Pyodide keeps the process alive
} catch (error) {
  console.error(String(error));
  process.exit(1);
}
