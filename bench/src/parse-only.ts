/** Baseline of an import: a process that only unpacks an EPUB and parses its XHTML. Argument: the file. */
import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';

const files = unzipSync(readFileSync(process.argv[2] ?? ''));
const decoder = new TextDecoder();
let elements = 0;
for (const [name, bytes] of Object.entries(files)) {
  if (!/\.x?html?$/.test(name)) continue;
  const parser = new SaxesParser({ xmlns: true });
  // Named HTML entities are errors for this parser; they are ignored, and it continues after them.
  parser.on('error', () => undefined);
  parser.on('opentag', () => {
    elements += 1;
  });
  parser.write(decoder.decode(bytes)).close();
}
console.log(elements);
