/**
 * Reads a ZIP file in memory. Everything is checked against the limits before the first byte is unpacked: number and size of the entries,
 * compression ratio, names, overlaps. Pure.
 */
import { inflateSync } from 'fflate';
import { QuestionFileError } from '../import/question-file-error.ts';

export interface ZipLimits {
  readonly entries: number;
  readonly unpackedBytes: number;
  readonly ratio: number;
  /** Size from which the ratio is checked; small texts of spaces compress well. */
  readonly ratioFromBytes: number;
}

const MEBIBYTE = 1_048_576;

/** Limits of a package of questions and of a Word document. */
export const ZIP_LIMITS: ZipLimits = { entries: 5_000, unpackedBytes: 200 * MEBIBYTE, ratio: 200, ratioFromBytes: MEBIBYTE };

const LOCAL_SIGNATURE = 0x04_03_4b_50;
const CENTRAL_SIGNATURE = 0x02_01_4b_50;
const END_SIGNATURE = 0x06_05_4b_50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 65_535;
const STORED = 0;
const DEFLATED = 8;
const SYMLINK_MODE = 0o120_000;
const FILE_TYPE_MASK = 0o170_000;
const UNIX = 3;
const UTF8_FLAG = 0x8_00;
const ENCRYPTED_FLAG = 1;

/** An opened ZIP file: the paths of its files, and their bytes on demand. */
export interface ZipFile {
  readonly paths: readonly string[];
  /** Returns the unpacked bytes; undefined if there is no such file. Throws `QuestionFileError` if they are damaged. */
  readonly read: (path: string) => Uint8Array | undefined;
}

type Entry = {
  readonly path: string;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly headerOffset: number;
};

const CRC_TABLE = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? 0xed_b8_83_20 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

const crcOf = (bytes: Uint8Array): number => {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
};

/** Returns the position of the end record, which may be followed by a comment. */
const endOf = (view: DataView): number => {
  const first = Math.max(0, view.byteLength - END_BYTES - COMMENT_BYTES_MAX);
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1) if (view.getUint32(at, true) === END_SIGNATURE) return at;
  throw new QuestionFileError('damaged');
};

const decodeName = (bytes: Uint8Array, isUtf8: boolean): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (isUtf8) throw new QuestionFileError('unsafeName', { cause: error });
    // Chinese programs write names in the code page of Windows.
    return new TextDecoder('gb18030').decode(bytes);
  }
};

/** Returns the path with `/` as separator. Throws for a name that would leave the folder of the package, or that no system can have. */
const safePath = (name: string): string => {
  const path = name.replaceAll('\\', '/');
  const isUnsafe =
    path === '' ||
    path.length > 1_000 ||
    path.startsWith('/') ||
    /^[A-Za-z]:/.test(path) ||
    /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(path) ||
    path.split('/').some((part) => part === '..');
  if (isUnsafe) throw new QuestionFileError('unsafeName');
  return path.replace(/(?:^|\/)\.(?=\/)/g, '').replace(/^\//, '');
};

const isSystemJunk = (path: string): boolean => /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(path);

const readDirectory = (bytes: Uint8Array, limits: ZipLimits): { entries: Entry[]; directoryOffset: number } => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  const directoryOffset = view.getUint32(end + 16, true);
  if (count > limits.entries) throw new QuestionFileError('tooManyEntries');
  const entries: Entry[] = [];
  let at = directoryOffset;
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_BYTES > end || view.getUint32(at, true) !== CENTRAL_SIGNATURE) throw new QuestionFileError('damaged');
    const flags = view.getUint16(at + 8, true);
    const nameBytes = view.getUint16(at + 28, true);
    const next = at + CENTRAL_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) throw new QuestionFileError('damaged');
    const entry = {
      path: safePath(decodeName(bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes), (flags & UTF8_FLAG) !== 0)),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      headerOffset: view.getUint32(at + 42, true),
    };
    if ((flags & ENCRYPTED_FLAG) !== 0) throw new QuestionFileError('encrypted');
    if (view.getUint8(at + 5) === UNIX && ((view.getUint32(at + 38, true) >>> 16) & FILE_TYPE_MASK) === SYMLINK_MODE)
      throw new QuestionFileError('unsafeName');
    total += entry.bytes;
    if (total > limits.unpackedBytes) throw new QuestionFileError('tooLargeUnpacked');
    if (entry.bytes > limits.ratioFromBytes && entry.bytes > entry.packedBytes * limits.ratio) throw new QuestionFileError('ratio');
    entries.push(entry);
    at = next;
  }
  return { entries, directoryOffset };
};

/** Returns where the data of an entry begin. */
const dataOffset = (bytes: Uint8Array, entry: Entry, directoryOffset: number): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { headerOffset } = entry;
  if (headerOffset + LOCAL_BYTES > directoryOffset || view.getUint32(headerOffset, true) !== LOCAL_SIGNATURE)
    throw new QuestionFileError('damaged');
  return headerOffset + LOCAL_BYTES + view.getUint16(headerOffset + 26, true) + view.getUint16(headerOffset + 28, true);
};

const unpack = (packed: Uint8Array, entry: Entry): Uint8Array => {
  if (entry.method !== STORED && entry.method !== DEFLATED) throw new QuestionFileError('method');
  let bytes: Uint8Array;
  try {
    // The output has the declared size; an entry that contains more is noticed by its checksum.
    bytes = entry.method === STORED ? packed : inflateSync(packed, { out: new Uint8Array(entry.bytes) });
  } catch (error) {
    throw new QuestionFileError('damaged', { cause: error });
  }
  if (bytes.length !== entry.bytes || crcOf(bytes) !== entry.crc) throw new QuestionFileError('damaged');
  return bytes;
};

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 0) < 9;

/** Opens a ZIP file. Throws `QuestionFileError`. */
export const readZip = (bytes: Uint8Array, limits: ZipLimits = ZIP_LIMITS): ZipFile => {
  if (bytes.length < END_BYTES) throw new QuestionFileError('damaged');
  const { entries, directoryOffset } = readDirectory(bytes, limits);
  const located = new Map<string, { entry: Entry; start: number }>();
  const names = new Set<string>();
  let endOffset = 0;
  for (const entry of entries.toSorted((a, b) => a.headerOffset - b.headerOffset)) {
    const start = dataOffset(bytes, entry, directoryOffset);
    if (entry.headerOffset < endOffset || start + entry.packedBytes > directoryOffset) throw new QuestionFileError('overlap');
    endOffset = start + entry.packedBytes;
    if (entry.path.endsWith('/') || isSystemJunk(entry.path)) continue;
    const name = entry.path.normalize('NFC').toLowerCase();
    if (names.has(name)) throw new QuestionFileError('repeatedName');
    names.add(name);
    located.set(entry.path, { entry, start });
  }
  return {
    paths: [...located.keys()],
    read: (path) => {
      const found = located.get(path);
      return found && unpack(bytes.subarray(found.start, found.start + found.entry.packedBytes), found.entry);
    },
  };
};
