/** Baseline of an import: a process that only unpacks an EPUB and strips the tags of its XHTML. Argument: the file. */
import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';

const decoder = new TextDecoder();
let chars = 0;
for (const [name, bytes] of Object.entries(unzipSync(readFileSync(process.argv[2] ?? '')))) {
  if (/\.x?html?$/.test(name)) chars += decoder.decode(bytes).replaceAll(/<[^>]*>/g, '').length;
}
console.log(chars);
