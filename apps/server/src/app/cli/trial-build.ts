/** Recognizes a client that was packaged with the runtime of the tests, also under another file name: it is never published as an update. */
import { open } from 'node:fs/promises';
import { constants, gunzipSync } from 'node:zlib';

/** What `desktop:package` writes into the names, and into the description of a package. */
const TRIAL = '测试用';
/** The names and the description are at the beginning of a file. */
const HEAD_BYTES = 262_144;

const readHead = async (file: string): Promise<Buffer> => {
  const handle = await open(file, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

/** Returns the beginning of what a compressed file contains; nothing if it is not compressed by gzip. */
const inflate = (data: Buffer): Buffer => {
  try {
    // The file goes on after this part.
    return gunzipSync(data, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    // A file that cannot be inflated is no client of ours.
    return Buffer.alloc(0);
  }
};

const AR_MAGIC = '!<arch>\n';
const AR_HEADER = 60;

/** Returns the archive with the description of a Debian package; undefined if the file is none. */
const controlOf = (head: Buffer): Buffer | undefined => {
  if (head.subarray(0, AR_MAGIC.length).toString('latin1') !== AR_MAGIC) return undefined;
  for (let at = AR_MAGIC.length; at + AR_HEADER <= head.length; ) {
    const header = head.subarray(at, at + AR_HEADER).toString('latin1');
    const [name, bytes] = [header.slice(0, 16).trim(), Number(header.slice(48, 58))];
    if (!Number.isSafeInteger(bytes) || bytes < 0) return undefined;
    const start = at + AR_HEADER;
    if (name.startsWith('control.tar')) return head.subarray(start, start + bytes);
    // Each member begins at an even place.
    at = start + bytes + (bytes % 2);
  }
  return undefined;
};

/** Returns whether a `.deb` or a `.tar.gz` has a client with the runtime of the tests. */
export const isTrialBuild = async (file: string): Promise<boolean> => {
  const head = await readHead(file);
  return inflate(controlOf(head) ?? head).includes(TRIAL);
};
