/**
 * The form in which the content origin sends many small files of a book in one response, to a device that downloads the book under a lease:
 * the length of an index (4 bytes), the index as JSON, then the stored bytes of the files in the order of the index. Pure: runs in the server,
 * in browsers and in the desktop client.
 */

/** Maximum number of files in a bundle, of their bytes without compression together, and of the bytes of one file. */
export const BUNDLE_LIMITS = { files: 256, bytes: 1_048_576, fileBytes: 262_144 } as const;

/** A file as the index describes it. */
interface IndexedFile {
  readonly href: string;
  /** Number of stored bytes, which may be compressed. */
  readonly bytes: number;
  readonly encoding?: 'gzip';
  /** Index of its headers in `headers`: most files of a book have the same ones. */
  readonly headers: number;
}
interface BundleIndex {
  readonly headers: readonly Readonly<Record<string, string>>[];
  readonly files: readonly IndexedFile[];
}

/** A file in a bundle. */
export interface BundledFile {
  readonly href: string;
  /** Stored bytes of the file. */
  readonly content: Uint8Array<ArrayBuffer>;
  /** Compression of `content`; absent if there is none. */
  readonly encoding?: 'gzip';
  /** Headers with which the content origin serves the file. */
  readonly headers: Readonly<Record<string, string>>;
}

const LENGTH_BYTES = 4;

/** Divides files into groups in their order: each is one bundle, or one file that is too large for a bundle. */
export const groupForBundles = <T extends { readonly bytes: number }>(files: readonly T[]): T[][] => {
  const groups: T[][] = [];
  let group: T[] = [];
  let bytes = 0;
  for (const file of files) {
    if (file.bytes > BUNDLE_LIMITS.fileBytes) {
      groups.push([file]);
      continue;
    }
    if (group.length === 0 || group.length === BUNDLE_LIMITS.files || bytes + file.bytes > BUNDLE_LIMITS.bytes) {
      group = [];
      bytes = 0;
      groups.push(group);
    }
    group.push(file);
    bytes += file.bytes;
  }
  return groups;
};

/** Returns the beginning of a bundle, which the contents of the files follow in their order. */
export const bundleHead = (files: readonly BundledFile[]): Uint8Array<ArrayBuffer> => {
  const headers: Readonly<Record<string, string>>[] = [];
  const indexes = new Map<string, number>();
  const indexOf = (own: Readonly<Record<string, string>>): number => {
    const name = JSON.stringify(own);
    const known = indexes.get(name);
    if (known !== undefined) return known;
    indexes.set(name, headers.length);
    return headers.push(own) - 1;
  };
  const index: BundleIndex = {
    files: files.map(({ href, content, encoding, headers: own }) => ({
      href,
      bytes: content.length,
      headers: indexOf(own),
      ...(encoding === undefined ? {} : { encoding }),
    })),
    headers,
  };
  const text = new TextEncoder().encode(JSON.stringify(index));
  const head = new Uint8Array(LENGTH_BYTES + text.length);
  new DataView(head.buffer).setUint32(0, text.length);
  head.set(text, LENGTH_BYTES);
  return head;
};

const incomplete = (): Error => new Error('the bundle is incomplete');

const readIndex = (text: Uint8Array): BundleIndex => {
  try {
    return JSON.parse(new TextDecoder().decode(text)) as BundleIndex;
  } catch {
    // The end of the index is missing.
    throw incomplete();
  }
};

/** Returns the files of a bundle. Throws if it is incomplete or malformed. */
export const readBundle = (bundle: Uint8Array<ArrayBuffer>): BundledFile[] => {
  if (bundle.length < LENGTH_BYTES) throw incomplete();
  const start = LENGTH_BYTES + new DataView(bundle.buffer, bundle.byteOffset).getUint32(0);
  const { files, headers } = readIndex(bundle.subarray(LENGTH_BYTES, start));
  let at = start;
  const read = files.map(({ href, bytes, encoding, headers: index }): BundledFile => {
    const content = bundle.subarray(at, at + bytes);
    at += bytes;
    return { href, content, headers: headers[index] ?? {}, ...(encoding === undefined ? {} : { encoding }) };
  });
  if (at !== bundle.length) throw incomplete();
  return read;
};
