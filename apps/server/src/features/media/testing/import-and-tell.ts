/** Test support, a program: imports a file and prints each stage as it is reached, so that a test can kill it there. Arguments: database address, folder, file. */
import { importFile } from '../import/import-file.ts';
import { openImportParts } from './open-import-parts.ts';

const [url = '', folder = '', file = ''] = process.argv.slice(2);
const { parts, close } = await openImportParts(url, folder);
let last = '';
const job = await importFile(parts, file, {
  publish: true,
  onProgress: ({ stage }) => {
    if (stage !== last) process.stdout.write(`${stage}\n`);
    last = stage;
  },
});
process.stdout.write(`ended ${job.stage}\n`);
await close();
