/**
 * A copy of PostgreSQL's programs that an ordinary user can run, for projects in a private folder (`/root`, a private checkout). It is made
 * once in the temporary folder; only a copy that belongs to the current user and that no other user can write to is run.
 */
import { createHash, randomBytes } from 'node:crypto';
import { chmod, cp, lstat, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedPostgresError, explainFileError, systemCodeOf } from './embedded-postgres-error.ts';

const WRITABLE_BY_OTHERS = 0o022;

/** Describes every entry of a folder with its type and size in a fixed order, so that a missing or truncated file is detected. */
const describeTree = async (root: string): Promise<string> => {
  const lines: string[] = [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const kind = entry.isSymbolicLink() ? 'link' : entry.isDirectory() ? 'folder' : `file ${(await lstat(file)).size}`;
    lines.push(`${path.relative(root, file)}\t${kind}`);
  }
  return lines.toSorted().join('\n');
};

const openToReaders = async (root: string): Promise<void> => {
  await chmod(root, 0o755);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const isProgram = entry.isDirectory() || ((await lstat(file)).mode & 0o100) !== 0;
    await chmod(file, isProgram ? 0o755 : 0o644);
  }
};

/**
 * Compares an existing copy with the described files. `damaged`: the copy belongs to this user but is incomplete. Throws if it is no folder
 * of this user alone.
 */
const inspectCopy = async (copy: string, tree: string): Promise<'whole' | 'damaged' | 'absent'> => {
  let found: Awaited<ReturnType<typeof lstat>>;
  try {
    found = await lstat(copy);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return 'absent';
    throw error;
  }
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & WRITABLE_BY_OTHERS) !== 0) {
    throw new EmbeddedPostgresError('copyTaken', copy);
  }
  return (await describeTree(copy)) === tree ? 'whole' : 'damaged';
};

/** Returns the folder of a copy of `packageFolder` below `parent`; makes it if it does not exist. Throws `EmbeddedPostgresError`. */
export const ensureReachableCopy = async (packageFolder: string, version: string, parent: string): Promise<string> => {
  const tree = await describeTree(packageFolder);
  const hash = createHash('sha256').update(tree).digest('hex').slice(0, 12);
  const copy = path.join(parent, `shufang-postgres-${version}-${hash}`);
  const making = `${copy}.${randomBytes(6).toString('hex')}`;
  try {
    const state = await inspectCopy(copy, tree);
    if (state === 'whole') return copy;
    await cp(packageFolder, making, { recursive: true, verbatimSymlinks: true, errorOnExist: true, force: false });
    await openToReaders(making);
    // A copy of which a cleaner of temporary files has deleted parts is replaced; a process that runs from it keeps its open files.
    if (state === 'damaged') await rm(copy, { recursive: true, force: true });
    await rename(making, copy).catch(async (error: unknown) => {
      // If another process has made a complete copy in the meantime, that copy is used.
      if ((await inspectCopy(copy, tree)) !== 'whole') throw error;
    });
    return copy;
  } catch (error) {
    throw explainFileError(error, parent);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
};
