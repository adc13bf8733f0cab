/**
 * A program of `download.test.ts`: downloads a file of which the disk takes only a part. Arguments: URL, target, size, SHA-512. Prints the
 * message of the error.
 */
import { downloadFile } from '../download.ts';

const [url = '', target = '', size = '0', sha512 = ''] = process.argv.slice(2);
// The limit of the size of files, which the test has set, would otherwise end the process.
process.on('SIGXFSZ', () => undefined);
const file = { kind: 'bundle', name: 'a.asar', size: Number(size), sha512 } as const;
await downloadFile(fetch, { url, file, target, onProgress: () => undefined }).catch((error: Error) => console.log(error.message));
