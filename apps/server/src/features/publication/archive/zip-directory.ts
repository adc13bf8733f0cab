/**
 * Reads the central directory of a ZIP file (names, sizes and offsets of its entries) without unpacking. Source: PKWARE APPNOTE 6.3.10
 * §4.3.
 */
import { readSync } from 'node:fs';
import { ImportRefusal } from '../import-refusal.ts';

const END_SIGNATURE = 0x06054b50;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_END_SIGNATURE = 0x06064b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
/**
 * Number of bytes at the end of the file in which the end record is searched: the longest comment (65,535 bytes), and the trailing bytes
 * that are tolerated.
 */
const END_SEARCH_BYTES = 65_535 + END_BYTES + 65_536;
const DIRECTORY_BYTES_MAX = 64 * 1_048_576;

export interface DirectoryEntry {
  readonly rawName: Uint8Array;
  readonly extra: Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** The entry's Unix mode, or 0 when the archive was not made on Unix. */
  readonly mode: number;
  /** Offset of the entry's local header in the file. */
  readonly headerOffset: number;
}

export interface ZipDirectory {
  readonly entries: readonly DirectoryEntry[];
  /** The number of bytes after the end of the archive. */
  readonly trailingBytes: number;
  readonly directoryOffset: number;
}

const damaged = (detail: string): ImportRefusal => new ImportRefusal('archive.damaged', `文件已损坏或不完整：${detail}`);

export const readBytesAt = (file: number, offset: number, length: number): Buffer => {
  const out = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const count = readSync(file, out, done, length - done, offset + done);
    if (count === 0) throw damaged('数据提前结束');
    done += count;
  }
  return out;
};

/** Reads the central directory. The number of entries is compared with `entriesMax` before the directory is read into memory. */
export const readZipDirectory = (file: number, fileBytes: number, entriesMax: number): ZipDirectory => {
  const end = findEnd(file, fileBytes);
  if (end.entries > entriesMax) {
    throw new ImportRefusal('archive.tooManyEntries', `压缩包内文件过多（${end.entries} 个，上限 ${entriesMax} 个）`);
  }
  if (end.directoryBytes > DIRECTORY_BYTES_MAX || end.directoryOffset + end.directoryBytes > end.offset) throw damaged('目录位置不正确');
  const directory = readBytesAt(file, end.directoryOffset, end.directoryBytes);
  const entries: DirectoryEntry[] = [];
  let at = 0;
  for (let index = 0; index < end.entries; index++) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY_SIGNATURE) throw damaged('目录不完整');
    const nameBytes = directory.readUInt16LE(at + 28);
    const extraBytes = directory.readUInt16LE(at + 30);
    const commentBytes = directory.readUInt16LE(at + 32);
    const next = at + ENTRY_BYTES + nameBytes + extraBytes + commentBytes;
    if (next > directory.length) throw damaged('目录不完整');
    const extra = directory.subarray(at + ENTRY_BYTES + nameBytes, at + ENTRY_BYTES + nameBytes + extraBytes);
    const sizes = {
      bytes: directory.readUInt32LE(at + 24),
      packedBytes: directory.readUInt32LE(at + 20),
      headerOffset: directory.readUInt32LE(at + 42),
    };
    entries.push({
      rawName: directory.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      extra,
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      mode: directory[at + 5] === 3 ? directory.readUInt32LE(at + 38) >>> 16 : 0,
      ...widen(sizes, extra),
    });
    at = next;
  }
  return { entries, trailingBytes: end.trailingBytes, directoryOffset: end.directoryOffset };
};

interface End {
  offset: number;
  entries: number;
  directoryBytes: number;
  directoryOffset: number;
  trailingBytes: number;
}

const findEnd = (file: number, fileBytes: number): End => {
  const length = Math.min(fileBytes, END_SEARCH_BYTES);
  const tail = readBytesAt(file, fileBytes - length, length);
  for (let at = length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE) continue;
    const after = at + END_BYTES + tail.readUInt16LE(at + 20);
    if (after > length) continue;
    const offset = fileBytes - length + at;
    const small = {
      offset,
      entries: tail.readUInt16LE(at + 10),
      directoryBytes: tail.readUInt32LE(at + 12),
      directoryOffset: tail.readUInt32LE(at + 16),
      trailingBytes: length - after,
    };
    const wide = small.entries === 0xffff || small.directoryBytes === 0xffffffff || small.directoryOffset === 0xffffffff;
    if (!wide && tail.readUInt16LE(at + 4) !== 0) {
      throw new ImportRefusal('archive.multiVolume', '这是分卷压缩包的一部分，请先合并成一个文件');
    }
    return wide ? readZip64End(file, small) : small;
  }
  throw damaged('找不到压缩包的结尾，文件可能没有下载完整');
};

const readZip64End = (file: number, small: End): End => {
  if (small.offset < 20) throw damaged('目录位置不正确');
  const locator = readBytesAt(file, small.offset - 20, 20);
  if (locator.readUInt32LE(0) !== ZIP64_LOCATOR_SIGNATURE) return small;
  const offset = Number(locator.readBigUInt64LE(8));
  if (offset + 56 > small.offset) throw damaged('目录位置不正确');
  const end = readBytesAt(file, offset, 56);
  if (end.readUInt32LE(0) !== ZIP64_END_SIGNATURE) throw damaged('目录不完整');
  return {
    offset,
    entries: Number(end.readBigUInt64LE(32)),
    directoryBytes: Number(end.readBigUInt64LE(40)),
    directoryOffset: Number(end.readBigUInt64LE(48)),
    trailingBytes: small.trailingBytes,
  };
};

/** Reads sizes and offsets over 4 GiB from the extra field 0x0001, which holds only those that did not fit, in this order. */
const widen = (
  sizes: { bytes: number; packedBytes: number; headerOffset: number },
  extra: Buffer,
): { bytes: number; packedBytes: number; headerOffset: number } => {
  for (let at = 0; at + 4 <= extra.length; ) {
    const size = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1) {
      const body = extra.subarray(at + 4, at + 4 + size);
      let used = 0;
      const readField = (value: number): number => {
        if (value !== 0xffffffff) return value;
        if (used + 8 > body.length) throw damaged('目录不完整');
        used += 8;
        return Number(body.readBigUInt64LE(used - 8));
      };
      return { bytes: readField(sizes.bytes), packedBytes: readField(sizes.packedBytes), headerOffset: readField(sizes.headerOffset) };
    }
    at += 4 + size;
  }
  return sizes;
};
