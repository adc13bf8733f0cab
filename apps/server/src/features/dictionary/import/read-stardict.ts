/**
 * A dictionary in the format of StarDict 2.4.2 and 3.0.0: `.ifo` with its facts, `.idx` with words and places, `.dict` or `.dict.dz` with the
 * entries, and optionally `.syn` with further words. https://github.com/huzheng001/stardict-3/blob/master/dict/doc/StarDictFileFormat
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type DictionaryFile, DictionaryFileError, type ImportedEntry, linesOfHtml } from './dictionary-file.ts';

/** Larger dictionaries are not read, because their files are read whole. */
const FILE_BYTES_MAX = 512 * 1024 * 1024;

/** Returns the bytes of a file, unpacked; undefined if there is none. Throws `DictionaryFileError` for a damaged or too large one. */
const readBytes = async (path: string): Promise<Buffer | undefined> => {
  try {
    const bytes = await readFile(path);
    if (bytes.length > FILE_BYTES_MAX) throw new DictionaryFileError(`文件太大：${basename(path)}`);
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? await promisify(gunzip)(bytes, { maxOutputLength: FILE_BYTES_MAX }) : bytes;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    if (cause instanceof DictionaryFileError) throw cause;
    throw new DictionaryFileError(`文件读不出来：${basename(path)}`, { cause });
  }
};

const readFirst = async (paths: readonly string[]): Promise<Buffer | undefined> => {
  for (const path of paths) {
    const bytes = await readBytes(path);
    if (bytes !== undefined) return bytes;
  }
  return undefined;
};

/** Types of text; `t` and `y` are readings. Files of resources and binary types are left out. */
const isText = (type: string): boolean => 'mlgtxyhkwn'.includes(type);
const isMarkup = (type: string): boolean => 'gxhkw'.includes(type);

/** Returns the parts of an entry by type. Without a stated sequence, each part begins with its type. */
const partsOf = (data: Buffer, sequence: string): { type: string; bytes: Buffer }[] => {
  const parts: { type: string; bytes: Buffer }[] = [];
  const partsMax = sequence === '' ? data.length : sequence.length;
  let at = 0;
  for (let index = 0; at < data.length && index < partsMax; index++) {
    const type = sequence === '' ? String.fromCharCode(data[at++] ?? 0) : (sequence[index] ?? '');
    const isLast = sequence !== '' && index === sequence.length - 1;
    const isSized = type >= 'A' && type <= 'Z';
    const start = isSized && !isLast ? at + 4 : at;
    if (start > data.length) break;
    const zero = data.indexOf(0, start);
    const end = isLast ? data.length : isSized ? start + data.readUInt32BE(at) : zero === -1 ? data.length : zero;
    parts.push({ type, bytes: data.subarray(start, Math.min(end, data.length)) });
    at = isSized || isLast ? end : end + 1;
  }
  return parts;
};

const entryOf = (words: readonly string[], data: Buffer, sequence: string): ImportedEntry => {
  const parts = partsOf(data, sequence).filter(({ type }) => isText(type));
  const textOf = (bytes: Buffer) => bytes.toString('utf8');
  const reading = parts.find(({ type }) => type === 't' || type === 'y');
  return {
    words,
    headword: words[0] ?? '',
    pinyin: reading && textOf(reading.bytes),
    definitions: parts
      .filter(({ type }) => type !== 't' && type !== 'y')
      .flatMap(({ type, bytes }) => (isMarkup(type) ? linesOfHtml(textOf(bytes)) : textOf(bytes).split('\n'))),
  };
};

/** Returns the text before the next zero byte, and the place after it. */
const readWord = (bytes: Buffer, at: number): { word: string; after: number } => {
  const end = bytes.indexOf(0, at);
  if (end === -1) throw new DictionaryFileError('词典的索引不完整');
  return { word: bytes.toString('utf8', at, end), after: end + 1 };
};

/** Reads the dictionary of an `.ifo` file. Throws `DictionaryFileError`. */
export const readStarDict = async (ifoPath: string): Promise<DictionaryFile> => {
  const stem = ifoPath.slice(0, -'.ifo'.length);
  const facts = (await readBytes(ifoPath))?.toString('utf8') ?? '';
  if (!facts.startsWith("StarDict's dict ifo file")) throw new DictionaryFileError(`不是 StarDict 词典：${basename(ifoPath)}`);
  const stated = (key: string) => new RegExp(`^${key}=(.+)$`, 'm').exec(facts)?.[1]?.trim();
  const [index, dictionary, synonyms] = await Promise.all([
    readFirst([`${stem}.idx`, `${stem}.idx.gz`]),
    readFirst([`${stem}.dict`, `${stem}.dict.dz`]),
    readFirst([`${stem}.syn`]).then((bytes) => bytes ?? Buffer.alloc(0)),
  ]);
  if (index === undefined || dictionary === undefined)
    throw new DictionaryFileError(`缺少与 ${basename(ifoPath)} 同名的 .idx 或 .dict 文件`);
  const offsetBytes = stated('idxoffsetbits') === '64' ? 8 : 4;
  const further = new Map<number, string[]>();
  for (let at = 0; at < synonyms.length; ) {
    const { word, after } = readWord(synonyms, at);
    if (after + 4 > synonyms.length) throw new DictionaryFileError('词典的同义词索引不完整');
    const of = synonyms.readUInt32BE(after);
    further.set(of, [...(further.get(of) ?? []), word]);
    at = after + 4;
  }
  const sequence = stated('sametypesequence') ?? '';
  const entries = async function* (): AsyncGenerator<ImportedEntry> {
    let number = 0;
    for (let at = 0; at < index.length; number++) {
      const { word, after } = readWord(index, at);
      at = after + offsetBytes + 4;
      if (at > index.length) throw new DictionaryFileError('词典的索引不完整');
      const offset = offsetBytes === 8 ? Number(index.readBigUInt64BE(after)) : index.readUInt32BE(after);
      const size = index.readUInt32BE(after + offsetBytes);
      if (offset + size > dictionary.length) throw new DictionaryFileError(`词条“${word}”不在词典文件里`);
      yield entryOf([word, ...(further.get(number) ?? [])], dictionary.subarray(offset, offset + size), sequence);
    }
  };
  return { format: 'stardict', name: stated('bookname'), license: stated('license'), entries: entries() };
};
