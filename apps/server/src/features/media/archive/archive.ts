/** An opened publication file: its entries checked against every limit before the first byte is unpacked. Runs in the conversion process, so it reads synchronously. */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { constants, crc32, inflateRawSync } from 'node:zlib';
import { LIMITS } from '@shufang/contract/limits';
import { Inflate } from 'fflate';
import type { Findings } from '../findings.ts';
import { ImportRefusal } from '../import-refusal.ts';
import { dangerOfName, decodeEntryName, isAwkwardName, isSystemJunk, twinKey } from './entry-names.ts';
import { isArchive, recogniseFile } from './file-kind.ts';
import { type DirectoryEntry, readBytesAt, readZipDirectory } from './zip-directory.ts';

interface ArchiveEntry {
  /** Decoded, with `/`. */
  readonly path: string;
  readonly bytes: number;
}

export interface Archive {
  readonly entries: ReadonlyMap<string, ArchiveEntry>;
  /** First entry in the file, as the mimetype rule asks. */
  readonly firstPath: string | undefined;
  /** Unpacks one entry, never more than its declared size, and checks its checksum. */
  read(path: string): Buffer;
  /** The same in pieces, for films and recordings that would not fit in memory. */
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
  entries: LIMITS.archiveEntries,
  unpackedBytes: LIMITS.archiveUnpackedBytes,
  ratio: LIMITS.archiveRatio,
  ratioFromBytes: LIMITS.archiveRatioFromBytes,
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

/** Throws `ImportRefusal` for what is no ZIP or breaks a rule of security.md §3. */
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
      firstPath: [...located.values()].toSorted((a, b) => a.source.headerOffset - b.source.headerOffset)[0]?.path,
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
  const kind = recogniseFile(head);
  if (kind.kind === 'empty') throw new ImportRefusal('file.empty', '文件是空的，没有任何内容');
  if (kind.kind === 'other') throw new ImportRefusal('file.wrongType', `这不是 EPUB 电子书，而是${kind.name}`);
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

/** Names every file entry and finds its data; refuses overlaps, twins, dangerous names and archives inside the archive. */
const locate = (file: number, entries: readonly DirectoryEntry[], directoryOffset: number, findings: Findings): Map<string, Located> => {
  const located = new Map<string, Located>();
  const twins = new Set<string>();
  let reachedOffset = 0;
  for (const source of entries.toSorted((a, b) => a.headerOffset - b.headerOffset)) {
    const { name, encoding } = decodeEntryName(source.rawName, (source.flags & 0x800) !== 0, source.extra);
    const danger = dangerOfName(name);
    if (danger) throw new ImportRefusal('archive.unsafeName', `压缩包内有不安全的文件名：${danger}`, { path: printable(name) });
    if (source.headerOffset < reachedOffset) throw new ImportRefusal('archive.overlap', '压缩包内的文件数据互相重叠，疑似压缩炸弹');
    const dataOffset = findData(file, source, directoryOffset);
    reachedOffset = dataOffset + source.packedBytes;
    if (reachedOffset > directoryOffset) throw new ImportRefusal('archive.overlap', '压缩包内的文件数据互相重叠，疑似压缩炸弹');
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
    const twin = twinKey(path);
    if (twins.has(twin)) throw new ImportRefusal('archive.twins', '压缩包内有同名（或仅大小写不同）的文件，无法确定以哪个为准', { path });
    twins.add(twin);
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

/** Enough packed bytes for the first unpacked ones: a deflated block may begin with the long list of its codes. */
const HEAD_PACKED_BYTES = 512;

/** The first bytes of an entry; empty where they cannot be read: unpacking it says why. */
const readHead = (file: number, source: DirectoryEntry, dataOffset: number): Buffer => {
  const packed = readBytesAt(file, dataOffset, Math.min(HEAD_PACKED_BYTES, source.packedBytes));
  if (source.method === STORED) return packed;
  if (source.method !== DEFLATED) return Buffer.alloc(0);
  try {
    return inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) return Buffer.alloc(0);
    throw error;
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
  } catch (error) {
    throw new ImportRefusal('archive.damaged', `文件已损坏：无法解压（${error instanceof Error ? error.name : '未知原因'}）`, { path });
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
  const inflater = source.method === DEFLATED ? new Inflate(pass) : undefined;
  if (!inflater && source.method !== STORED) throw new ImportRefusal('archive.method', '压缩包使用了不支持的压缩方法', { path });
  for (let done = 0; done < source.packedBytes; done += PIECE_BYTES) {
    const length = Math.min(PIECE_BYTES, source.packedBytes - done);
    const packed = readBytesAt(file, dataOffset + done, length);
    if (inflater) pushPacked(inflater, packed, done + length === source.packedBytes, path);
    else pass(packed);
  }
  if (bytes !== source.bytes || crc !== source.crc) throw damagedContent(path);
};

const pushPacked = (inflater: Inflate, packed: Uint8Array, isLast: boolean, path: string): void => {
  try {
    inflater.push(packed, isLast);
  } catch (error) {
    throw error instanceof ImportRefusal ? error : damagedContent(path);
  }
};
