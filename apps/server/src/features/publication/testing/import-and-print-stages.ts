/**
 * Test support, a program: imports a file and prints each stage, so that a test can kill it there. Arguments: database URL, folder,
 * file.
 */
import { importFile } from '../import/import-file.ts';
import { openImportDependencies } from './open-import-dependencies.ts';

const [url = '', folder = '', file = ''] = process.argv.slice(2);
const { dependencies: parts, close } = await openImportDependencies(url, folder);
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
