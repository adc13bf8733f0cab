/**
 * Writes an archive that Electron runs (asar): a header with the tree of files, then their contents.
 * https://github.com/electron/asar#format
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const BLOCK_SIZE = 4_194_304;

interface FileEntry {
  readonly size: number;
  /** Offset in the contents, as a decimal number. */
  readonly offset: string;
  readonly integrity: {
    readonly algorithm: 'SHA256';
    readonly hash: string;
    readonly blockSize: number;
    readonly blocks: readonly string[];
  };
}
interface FolderEntry {
  readonly files: Record<string, FileEntry | FolderEntry>;
}

const sha256 = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

const integrityOf = (data: Buffer): FileEntry['integrity'] => {
  const blocks: string[] = [];
  for (let start = 0; start < Math.max(data.length, 1); start += BLOCK_SIZE) blocks.push(sha256(data.subarray(start, start + BLOCK_SIZE)));
  return { algorithm: 'SHA256', hash: sha256(data), blockSize: BLOCK_SIZE, blocks };
};

/** Returns numbers as Chromium's pickle does: 32 bits, the lowest byte first. */
const uint32 = (...values: number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) buffer.writeUInt32LE(value, index * 4);
  return buffer;
};

const headerOf = (root: FolderEntry): Buffer => {
  const json = Buffer.from(JSON.stringify(root), 'utf8');
  const padded = Buffer.concat([json, Buffer.alloc((4 - (json.length % 4)) % 4)]);
  const body = Buffer.concat([uint32(padded.length + 4, json.length), padded]);
  return Buffer.concat([uint32(4, body.length), body]);
};

/** Writes the files of `folder` to the archive `archive`, in the order of their names, so that the same files give the same bytes. */
export const writeAsar = async (folder: string, archive: string): Promise<void> => {
  const contents: Buffer[] = [];
  let offset = 0;
  const collect = async (current: string): Promise<FolderEntry> => {
    const files: FolderEntry['files'] = {};
    const entries = (await readdir(current, { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const file = path.join(current, entry.name);
      if (entry.isDirectory()) {
        files[entry.name] = await collect(file);
        continue;
      }
      const data = await readFile(file);
      files[entry.name] = { size: data.length, offset: String(offset), integrity: integrityOf(data) };
      contents.push(data);
      offset += data.length;
    }
    return { files };
  };
  const root = await collect(folder);
  await writeFile(archive, Buffer.concat([headerOf(root), ...contents]));
};
