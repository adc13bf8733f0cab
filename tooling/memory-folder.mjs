// Makes folders for the temporary files of tests in memory: on a disk, copying a database of 350 tables takes twenty times as long.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

/** Least free space in bytes: several times what a whole run has at one time. Containers often have 64 MB only. */
const LEAST_FREE = 6 * 1_024 ** 3;

/** Returns whether the tests can use the folder: a file system in memory that runs programs, with enough space, on a system with enough memory. */
export const isUsable = ({ mounts, memory, freeBytes }, folder) => {
  const options = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, at, type]) => at === folder && type === 'tmpfs')?.[3];
  const available = Number(/^MemAvailable:\s+(\d+) kB$/m.exec(memory)?.[1] ?? 0) * 1_024;
  return options !== undefined && !options.split(',').includes('noexec') && Math.min(available, freeBytes) >= LEAST_FREE;
};

const readMachine = (folder) => {
  const { bavail, bsize } = statfsSync(folder);
  return { mounts: readFileSync('/proc/mounts', 'utf8'), memory: readFileSync('/proc/meminfo', 'utf8'), freeBytes: bavail * bsize };
};

/**
 * Returns the environment in which temporary files are in memory, and a function that deletes them. The environment is empty where the
 * system has no such folder.
 */
export const openMemoryFolder = ({ platform = process.platform, parent = '/dev/shm' } = {}) => {
  const none = { environment: {}, remove: () => undefined };
  if (platform !== 'linux' || process.env.TMPDIR !== undefined) return none;
  let folder;
  try {
    if (!isUsable(readMachine(parent), parent)) return none;
    folder = mkdtempSync(path.join(parent, 'sf-'));
  } catch (error) {
    // Without `/dev/shm`, or without permission to write there, the tests use the disk.
    if (['ENOENT', 'EACCES', 'EPERM', 'EROFS'].includes(error.code)) return none;
    throw error;
  }
  // The embedded PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o1777);
  return { environment: { TMPDIR: folder }, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
