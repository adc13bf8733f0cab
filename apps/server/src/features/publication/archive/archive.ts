/**
 * An opened publication file. Every entry is checked against the limits before the first byte is unpacked. Runs in the conversion
 * process, so it reads synchronously.
 */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { constants, crc32, inflateRawSync } from 'node:zlib';
import { Inflate } from 'fflate';
import type { Findings } from '../findings.ts';
import { ImportRefusal } from '../import-refusal.ts';
import { PUBLICATION_LIMITS } from '../limits.ts';
import { dangerOfName, decodeEntryName, isAwkwardName, isSystemJunk, nameCollisionKey } from './entry-names.ts';
import { isArchive, recognizeFile, refusalOfKind } from './file-kind.ts';
import { type DirectoryEntry, readBytesAt, readZipDirectory } from './zip-directory.ts';

interface ArchiveEntry {
  /** Decoded path of the entry, with `/` as separator. */
  readonly path: string;
  readonly bytes: number;
}

export interface Archive {
  readonly entries: ReadonlyMap<string, ArchiveEntry>;
  /** Path of the first entry in the file; EPUB requires it to be `mimetype`. */
  readonly firstPath: string | undefined;
  /** Unpacks one entry, at most its declared size, and checks its checksum. */
  read(path: string): Buffer;
  /** Unpacks one entry in pieces, for video and audio files that would not fit in memory. */
  readInPieces(path: string, onPiece: (piece: Uint8Array) => void): void;
  close(): void;
}

export interface ArchiveLimits {
  readonly entries: number;
  readonly unpackedBytes: number;
  readonly ratio: number;
  readonly ratioFromBytes: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = {
  entries: PUBLICATION_LIMITS.archiveEntries,
  unpackedBytes: PUBLICATION_LIMITS.archiveUnpackedBytes,
  ratio: PUBLICATION_LIMITS.archiveRatio,
  ratioFromBytes: PUBLICATION_LIMITS.archiveRatioFromBytes,
};

const STORED = 0;
const DEFLATED = 8;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const SYMLINK_MODE = 0o120000;
const FILE_TYPE_MASK = 0o170000;

interface Located extends ArchiveEntry {
  readonly source: DirectoryEntry;
  readonly dataOffset: number;
}

/** Opens an archive. Throws `ImportRefusal` for a file that is no ZIP or breaks a rule of security.md §3. */
export const openArchive = (filePath: string, findings: Findings, limits: ArchiveLimits = ARCHIVE_LIMITS): Archive => {
  const file = openSync(filePath, 'r');
  try {
    const fileBytes = fstatSync(file).size;
    refuseOtherKinds(readBytesAt(file, 0, Math.min(fileBytes, 1_024)));
    const directory = readZipDirectory(file, fileBytes, limits.entries);
    if (directory.trailingBytes > 0) {
      findings.add({
        severity: 'repaired',
        code: 'archive.trailingBytes',
        message: `压缩包末尾有 ${directory.trailingBytes} 字节多余数据，已忽略`,
      });
    }
    checkSizes(directory.entries, limits);
    const located = locate(file, directory.entries, directory.directoryOffset, findings);
    return {
      entries: located,
      firstPath: located.keys().next().value,
      read: (path) => {
        const entry = located.get(path);
        if (!entry) throw new Error(`no entry ${path}`);
        return unpack(file, entry);
      },
      readInPieces: (path, onPiece) => {
        const entry = located.get(path);
        if (!entry) throw new Error(`no entry ${path}`);
        unpackInPieces(file, entry, onPiece);
      },
      close: () => closeSync(file),
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
};

const refuseOtherKinds = (head: Uint8Array): void => {
  const kind = recognizeFile(head);
  if (kind.kind === 'empty') throw new ImportRefusal('file.empty', '文件是空的，没有任何内容');
  if (kind.kind === 'other') throw new ImportRefusal('file.wrongType', refusalOfKind(kind.name));
};

const checkSizes = (entries: readonly DirectoryEntry[], limits: ArchiveLimits): void => {
  let total = 0;
  for (const entry of entries) {
    if ((entry.flags & 1) !== 0) throw new ImportRefusal('archive.encrypted', '压缩包设有密码，无法读取，请先去除密码');
    total += entry.bytes;
    if (total > limits.unpackedBytes) {
      throw new ImportRefusal('archive.tooLarge', `解压后的内容过大（上限 ${Math.round(limits.unpackedBytes / 1_048_576)} MB）`);
    }
    if (entry.bytes > limits.ratioFromBytes && entry.bytes > entry.packedBytes * limits.ratio) {
      throw new ImportRefusal('archive.ratio', '压缩比异常，疑似压缩炸弹');
    }
    if ((entry.mode & FILE_TYPE_MASK) === SYMLINK_MODE) throw new ImportRefusal('archive.link', '压缩包内含有符号链接');
  }
};

/**
 * Returns every file entry with the offset of its data, in file order. Refuses overlaps, duplicate names, dangerous names and archives
 * inside the archive.
 */
const locate = (file: number, entries: readonly DirectoryEntry[], directoryOffset: number, findings: Findings): Map<string, Located> => {
  const located = new Map<string, Located>();
  const caseDuplicates = new Set<string>();
  let endOffset = 0;
  for (const source of entries.toSorted((a, b) => a.headerOffset - b.headerOffset)) {
    const { name, encoding } = decodeEntryName(source.rawName, (source.flags & 0x800) !== 0, source.extra);
    const danger = dangerOfName(name);
    if (danger) throw new ImportRefusal('archive.unsafeName', `压缩包内有不安全的文件名：${danger}`, { path: printable(name) });
    if (source.headerOffset < endOffset) throw new ImportRefusal('archive.overlap', '压缩包内的文件数据互相重叠，疑似压缩炸弹');
    const dataOffset = findData(file, source, directoryOffset);
    endOffset = dataOffset + source.packedBytes;
    if (endOffset > directoryOffset) throw new ImportRefusal('archive.overlap', '压缩包内的文件数据互相重叠，疑似压缩炸弹');
    const path = name.replaceAll('\\', '/');
    if (path.endsWith('/')) continue;
    if (isSystemJunk(path)) {
      findings.add({ severity: 'notice', code: 'archive.junk', message: '已忽略系统自动生成的无关文件', path });
      continue;
    }
    if (encoding !== 'utf-8') {
      findings.add({ severity: 'repaired', code: 'archive.nameEncoding', message: '文件名没有使用 UTF-8 编码，已按中文编码识别', path });
    }
    if (isAwkwardName(path))
      findings.add({ severity: 'notice', code: 'archive.awkwardName', message: '文件名在部分系统上无法使用', path: printable(path) });
    const duplicate = nameCollisionKey(path);
    if (caseDuplicates.has(duplicate))
      throw new ImportRefusal('archive.twins', '压缩包内有同名（或仅大小写不同）的文件，无法确定以哪个为准', { path });
    caseDuplicates.add(duplicate);
    if (isArchive(readHead(file, source, dataOffset))) {
      throw new ImportRefusal(
        'archive.nested',
        '书里夹带了另一个压缩包（docx、xlsx 等文档也是压缩包）：请从书中取出，需要时作为教学资料另行上传',
        { path: printable(path) },
      );
    }
    located.set(path, { path, bytes: source.bytes, source, dataOffset });
  }
  return located;
};

/** How many packed bytes are read to unpack the first bytes of an entry: a deflated block may begin with a long code table. */
const HEAD_PACKED_BYTES = 512;

/** Returns the first bytes of an entry; empty if they cannot be read, in which case unpacking reports the reason. */
const readHead = (file: number, source: DirectoryEntry, dataOffset: number): Buffer => {
  const packed = readBytesAt(file, dataOffset, Math.min(HEAD_PACKED_BYTES, source.packedBytes));
  if (source.method === STORED) return packed;
  if (source.method !== DEFLATED) return Buffer.alloc(0);
  try {
    return inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  }
};

const printable = (name: string): string => name.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]/gu, '�').slice(0, 200);

const findData = (file: number, source: DirectoryEntry, directoryOffset: number): number => {
  if (source.headerOffset + LOCAL_BYTES > directoryOffset) throw new ImportRefusal('archive.damaged', '文件已损坏或不完整：条目位置不正确');
  const header = readBytesAt(file, source.headerOffset, LOCAL_BYTES);
  if (header.readUInt32LE(0) !== LOCAL_SIGNATURE) throw new ImportRefusal('archive.damaged', '文件已损坏或不完整：条目位置不正确');
  return source.headerOffset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
};

const unpack = (file: number, { path, source, dataOffset }: Located): Buffer => {
  const packed = readBytesAt(file, dataOffset, source.packedBytes);
  const bytes = inflate(packed, source, path);
  if (bytes.length !== source.bytes || crc32(bytes) !== source.crc) {
    throw damagedContent(path);
  }
  return bytes;
};

const damagedContent = (path: string): ImportRefusal => new ImportRefusal('archive.damaged', '文件已损坏：内容与校验值不符', { path });

const inflate = (packed: Buffer, source: DirectoryEntry, path: string): Buffer => {
  if (source.method === STORED) return packed;
  if (source.method !== DEFLATED) throw new ImportRefusal('archive.method', '压缩包使用了不支持的压缩方法', { path });
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, source.bytes) });
  } catch {
    throw new ImportRefusal('archive.damaged', '文件已损坏：无法解压', { path });
  }
};

const PIECE_BYTES = 1_048_576;

const unpackInPieces = (file: number, { path, source, dataOffset }: Located, onPiece: (piece: Uint8Array) => void): void => {
  let bytes = 0;
  let crc = 0;
  const pass = (piece: Uint8Array): void => {
    bytes += piece.length;
    if (bytes > source.bytes) throw damagedContent(path);
    crc = crc32(piece, crc);
    onPiece(piece);
  };
  const unpacked: Uint8Array[] = [];
  const inflater = source.method === DEFLATED ? new Inflate((piece) => unpacked.push(piece)) : undefined;
  if (!inflater && source.method !== STORED) throw new ImportRefusal('archive.method', '压缩包使用了不支持的压缩方法', { path });
  for (let done = 0; done < source.packedBytes; done += PIECE_BYTES) {
    const length = Math.min(PIECE_BYTES, source.packedBytes - done);
    const packed = readBytesAt(file, dataOffset + done, length);
    if (inflater) pushPacked(inflater, packed, path);
    else unpacked.push(packed);
    // The function that receives the pieces is called outside the `try` of unpacking, because its errors are not errors of the file.
    for (const piece of unpacked.splice(0)) pass(piece);
  }
  if (bytes !== source.bytes || crc !== source.crc) throw damagedContent(path);
};

/** Passes packed bytes to the decompressor. Data that ends too early is detected by its length. */
const pushPacked = (inflater: Inflate, packed: Uint8Array, path: string): void => {
  try {
    inflater.push(packed);
  } catch {
    throw damagedContent(path);
  }
};
