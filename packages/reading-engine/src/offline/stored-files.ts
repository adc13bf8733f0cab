/**
 * The files of a book in the cache of its lease: packs, each with many encrypted files or with one large one, and a catalog that says where each
 * file is. One write stores many files, because a write into the cache takes as long for a small file as for a large one. Runs in the store page,
 * which writes, and in the service worker, which only reads.
 */
import { openFile, sealFile } from './sealed-file.ts';
import { cacheUrlOf } from './stored-book.ts';

/** Where a file is, and how it is served. */
export interface CatalogEntry {
  /** Address of the pack in the cache. */
  readonly pack: string;
  /** Position and size of the encrypted file in the pack. */
  readonly start: number;
  readonly sealedBytes: number;
  /** Size of the content without encryption. */
  readonly bytes: number;
  /** Index in `headers` of the catalog. */
  readonly headers: number;
}

export interface Catalog {
  readonly headers: Readonly<Record<string, string>>[];
  readonly files: Record<string, CatalogEntry>;
}

/** A file that is to be stored. */
export interface FileToStore {
  readonly href: string;
  readonly content: ArrayBuffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** No file of a book has these names. */
const CATALOG = cacheUrlOf('~catalog');
const PACKS = cacheUrlOf('~packs/');

const emptyCatalog = (): Catalog => ({ headers: [], files: {} });

const isCatalog = (value: unknown): value is Catalog =>
  typeof value === 'object' && value !== null && 'headers' in value && Array.isArray(value.headers) && 'files' in value;

/** Returns the catalog; an empty one if there is none, or if it is damaged: the files are then downloaded again. */
export const readCatalog = async (cache: Cache): Promise<Catalog> => {
  const stored = await cache.match(CATALOG);
  const catalog: unknown = await stored?.json().catch(() => undefined);
  return isCatalog(catalog) ? catalog : emptyCatalog();
};

const packsOf = ({ files }: Catalog): ReadonlySet<string> => new Set(Object.values(files).map(({ pack }) => pack));

/** Returns a file of the catalog decrypted, or its bytes in a range. Throws if it is missing or damaged. */
export const readStored = async (
  cache: Cache,
  key: CryptoKey,
  href: string,
  { pack, start: from, sealedBytes, bytes }: CatalogEntry,
  range?: { readonly start: number; readonly end: number },
): Promise<Uint8Array<ArrayBuffer>> => {
  const stored = await cache.match(pack);
  if (stored === undefined) throw new Error(`${href} is not stored`);
  return openFile(key, { href, bytes }, (await stored.blob()).slice(from, from + sealedBytes), range?.start, range?.end);
};

/** Changes the files of one lease. Only one exists at a time, in the store page. */
export interface StoredFiles {
  readonly catalog: Catalog;
  /** Stores files as one pack. They are in the catalog after the pack is stored, so that an interruption leaves no file half stored. */
  add(key: CryptoKey, files: readonly FileToStore[]): Promise<void>;
  /** Removes damaged files. */
  drop(hrefs: readonly string[]): Promise<void>;
  /** Deletes packs of which no file is in the catalog: those of an interrupted download. Called by the tab that downloads only. */
  deleteUnused(): Promise<void>;
}

const indexOfHeaders = (catalog: Catalog, headers: Readonly<Record<string, string>>): number => {
  const name = JSON.stringify(headers);
  const index = catalog.headers.findIndex((each) => JSON.stringify(each) === name);
  return index === -1 ? catalog.headers.push(headers) - 1 : index;
};

/** Opens the files of a lease. Files whose pack is no longer there are left out. */
export const openStoredFiles = async (cache: Cache): Promise<StoredFiles> => {
  const presentPacks = async (): Promise<ReadonlySet<string>> => new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const [catalog, present] = await Promise.all([readCatalog(cache), presentPacks()]);
  for (const [href, { pack }] of Object.entries(catalog.files)) if (!present.has(pack)) delete catalog.files[href];
  /** Packs that are stored, and not in the catalog yet. */
  const adding = new Set<string>();
  let writing = Promise.resolve();
  /** Writes the catalog after the writes before it. */
  const write = (): Promise<void> => {
    const next = writing.then(() => cache.put(CATALOG, new Response(JSON.stringify(catalog))));
    // The next write does not depend on this one, whose caller handles its failure.
    writing = next.catch(() => undefined);
    return next;
  };
  const deleteUnused = async (packs: Iterable<string>): Promise<void> => {
    const used = packsOf(catalog);
    for (const pack of packs) if (pack !== CATALOG && !used.has(pack) && !adding.has(pack)) await cache.delete(pack);
  };
  return {
    catalog,
    add: async (key, files) => {
      const sealed = await Promise.all(files.map(({ href, content }) => sealFile(key, href, content)));
      const pack = PACKS + crypto.randomUUID();
      adding.add(pack);
      try {
        await cache.put(pack, new Response(new Blob(sealed)));
        let start = 0;
        files.forEach(({ href, content, headers }, n) => {
          const sealedBytes = sealed[n]?.size ?? 0;
          catalog.files[href] = { pack, start, sealedBytes, bytes: content.byteLength, headers: indexOfHeaders(catalog, headers) };
          start += sealedBytes;
        });
        await write();
      } finally {
        adding.delete(pack);
      }
    },
    drop: async (hrefs) => {
      const packs = packsOf(catalog);
      for (const href of hrefs) delete catalog.files[href];
      await write();
      await deleteUnused(packs);
    },
    deleteUnused: async () => deleteUnused(await presentPacks()),
  };
};
