/**
 * Builds every book under `demo/books` into `demo/dist`: `<slug>.epub`, and `library.json` with the category, access model, price and trial
 * of each.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readBookSource } from './book-source.ts';
import { writeEpub } from './write-epub.ts';

const booksFolder = path.join(import.meta.dirname, '..', 'books');
const outputFolder = path.join(import.meta.dirname, '..', 'dist');

const library: object[] = [];
await mkdir(outputFolder, { recursive: true });
for (const entry of await readdir(booksFolder, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const folder = path.join(booksFolder, entry.name);
  const book = await readBookSource(folder);
  const file = `${entry.name}.epub`;
  await writeFile(path.join(outputFolder, file), await writeEpub(folder, book));
  library.push({ file, ...book.shop });
}
await writeFile(path.join(outputFolder, 'library.json'), `${JSON.stringify(library, null, 2)}\n`);
console.log(`已生成 ${library.length} 本示例图书`);
