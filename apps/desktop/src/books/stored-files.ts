/**
 * The files of a book in a folder of its lease: packs, each with many encrypted files or with one large one, and a catalog that says where each
 * file is. One write stores many files, because hundreds of small files take long to create. Main process.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { hashOf, type SealedLocation } from './sealed-file.ts';

/** Name of the pack and position in it, by the hash of the name of the file: the catalog is not encrypted. */
const catalogSchema = z.record(z.string(), z.tuple([z.string().regex(/^[\w-]+\.pack$/), z.number().int().min(0)]));
type Catalog = z.output<typeof catalogSchema>;

const CATALOG = 'catalog.json';

export interface StoredFiles {
  find(href: string): SealedLocation | undefined;
  /** Stores encrypted files as one pack. They are in the catalog after the pack is stored, so that an interruption leaves no file half stored. */
  add(files: readonly { readonly href: string; readonly sealed: Buffer }[]): Promise<void>;
  /** Removes damaged files. */
  drop(hrefs: readonly string[]): Promise<void>;
  /** Deletes packs of which no file is in the catalog: those of an interrupted download. */
  deleteUnused(): Promise<void>;
}

/** Returns the catalog; an empty one if there is none, or if it is damaged: the files are then downloaded again. */
const readCatalog = async (folder: string): Promise<Catalog> => {
  try {
    return catalogSchema.parse(JSON.parse(await readFile(path.join(folder, CATALOG), 'utf8')));
  } catch {
    return {};
  }
};

/**
 * Opens the files of a lease. Files whose pack is no longer there are left out. `write`: writes a file, and throws what the caller of this
 * function wants to know.
 */
export const openStoredFiles = async (folder: string, write: (file: string, content: Buffer) => Promise<void>): Promise<StoredFiles> => {
  const presentPacks = async (): Promise<string[]> => (await readdir(folder).catch(() => [])).filter((name) => name !== CATALOG);
  const [read, present] = await Promise.all([readCatalog(folder), presentPacks()]);
  const catalog = new Map(Object.entries(read).filter(([, [pack]]) => present.includes(pack)));
  const adding = new Set<string>();

  /** Writes a file so that either nothing or all of it is there. */
  const writeWhole = async (name: string, content: Buffer): Promise<void> => {
    const file = path.join(folder, name);
    try {
      await write(`${file}.new`, content);
      await rename(`${file}.new`, file);
    } catch (error) {
      await rm(`${file}.new`, { force: true });
      throw error;
    }
  };

  let writing = Promise.resolve();
  /** Writes the catalog after the writes before it. */
  const writeCatalog = (): Promise<void> => {
    const next = writing.then(() => writeWhole(CATALOG, Buffer.from(JSON.stringify(Object.fromEntries(catalog)))));
    // The next write does not depend on this one, whose caller handles its failure.
    writing = next.catch(() => undefined);
    return next;
  };

  const deleteUnused = async (): Promise<void> => {
    const used = new Set(Array.from(catalog.values(), ([pack]) => pack));
    for (const name of await presentPacks())
      if (!used.has(name) && !adding.has(name.replace(/\.new$/, ''))) await rm(path.join(folder, name), { force: true });
  };

  return {
    find: (href) => {
      const location = catalog.get(hashOf(href));
      return location && { file: path.join(folder, location[0]), start: location[1] };
    },
    add: async (files) => {
      const pack = `${randomUUID()}.pack`;
      adding.add(pack);
      try {
        await mkdir(folder, { recursive: true });
        await writeWhole(pack, Buffer.concat(files.map(({ sealed }) => sealed)));
        let start = 0;
        for (const { href, sealed } of files) {
          catalog.set(hashOf(href), [pack, start]);
          start += sealed.length;
        }
        await writeCatalog();
      } finally {
        adding.delete(pack);
      }
    },
    drop: async (hrefs) => {
      for (const href of hrefs) catalog.delete(hashOf(href));
      await writeCatalog();
      await deleteUnused();
    },
    deleteUnused,
  };
};
