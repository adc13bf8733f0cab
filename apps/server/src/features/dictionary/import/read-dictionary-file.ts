/** Reads the file of a dictionary in one of the open formats; recognizes the format by its content. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { type DictionaryFile, DictionaryFileError, type ImportedEntry, linesOfHtml } from './dictionary-file.ts';
import { readCedictHead, readCedictLine } from './read-cedict.ts';
import { readStarDict } from './read-stardict.ts';

const HEAD_BYTES = 65_536;
/** A file in JSON is read whole. */
const JSON_BYTES_MAX = 100 * 1024 * 1024;
const ENTRY_END = '</>';

const isPacked = async (file: string): Promise<boolean> => {
  const handle = await open(file);
  try {
    const { buffer: bytes } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytes[0] === 0x1f && bytes[1] === 0x8b;
  } finally {
    await handle.close();
  }
};

/** Returns the bytes of a file, unpacked. Throws `DictionaryFileError` for a damaged archive. */
async function* chunksOf(file: string, packed: boolean): AsyncGenerator<Buffer> {
  const source = createReadStream(file);
  if (!packed) {
    yield* source;
    return;
  }
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  try {
    for await (const chunk of source.pipe(unpacked)) yield chunk as Buffer;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_'))
      throw new DictionaryFileError('压缩文件不完整', { cause });
    throw cause;
  } finally {
    source.destroy();
  }
}

/** Returns the bytes up to a number. */
const readStart = async (file: string, packed: boolean, bytesMax: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(file, packed)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > bytesMax) break;
  }
  return Buffer.concat(chunks);
};

const withoutByteOrder = (text: string): string => text.replace(/^\uFEFF/, '');

async function* linesOf(file: string, packed: boolean): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunksOf(file, packed)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest + decoder.decode();
}

async function* cedictEntries(lines: AsyncIterable<string>): AsyncGenerator<ImportedEntry> {
  for await (const line of lines) {
    const entry = readCedictLine(line);
    if (entry) yield entry;
  }
}

/** The text from which MDict files are built: the word, the entry in HTML, and `</>`. `@@@LINK=` refers to another word. */
async function* mdictEntries(lines: AsyncIterable<string>): AsyncGenerator<ImportedEntry> {
  let word: string | undefined;
  let html: string[] = [];
  for await (const line of lines) {
    if (line.trim() === ENTRY_END) {
      const [, target] = /^@@@LINK=(.+)$/.exec(html[0]?.trim() ?? '') ?? [];
      const definitions = target === undefined ? linesOfHtml(html.join('\n')) : [`→ ${target.trim()}`];
      if (word !== undefined) yield { words: [word], headword: word, definitions };
      word = undefined;
      html = [];
    } else if (word === undefined) word = line.trim() || undefined;
    else html.push(line);
  }
}

const entriesOf = z.array(z.object({ headword: z.string(), pinyin: z.string().optional(), definitions: z.array(z.string()) }));
const jsonFile = z.union([
  z.object({ name: z.string().optional(), license: z.string().optional(), entries: entriesOf }),
  entriesOf.transform((entries) => ({ entries, name: undefined, license: undefined })),
]);

const readJson = async (file: string, packed: boolean): Promise<DictionaryFile> => {
  const bytes = await readStart(file, packed, JSON_BYTES_MAX);
  if (bytes.length > JSON_BYTES_MAX) throw new DictionaryFileError('JSON 词典大于 100 MB，请改用其他格式');
  let parsed: z.ZodSafeParseResult<z.output<typeof jsonFile>>;
  try {
    parsed = jsonFile.safeParse(JSON.parse(withoutByteOrder(bytes.toString('utf8'))));
  } catch (cause) {
    throw new DictionaryFileError('不是完整的 JSON', { cause });
  }
  if (!parsed.success) throw new DictionaryFileError('JSON 里没有 entries：每个词条须有 headword 和 definitions', { cause: parsed.error });
  const { name, license, entries } = parsed.data;
  return {
    format: 'json',
    name,
    license,
    entries: (async function* () {
      for (const entry of entries) yield { words: [entry.headword], ...entry };
    })(),
  };
};

/** Returns a dictionary, whose entries are read while they are requested. Throws `DictionaryFileError`. */
export const readDictionaryFile = async (file: string): Promise<DictionaryFile> => {
  if (path.extname(file).toLowerCase() === '.ifo') return readStarDict(file);
  const packed = await isPacked(file);
  const head = withoutByteOrder((await readStart(file, packed, HEAD_BYTES)).toString('utf8'));
  const lines = head.split(/\r?\n/);
  if (/^\s*[[{]/.test(head)) return readJson(file, packed);
  if (lines.some((line) => line.trim() === ENTRY_END))
    return { format: 'mdict', name: undefined, license: undefined, entries: mdictEntries(linesOf(file, packed)) };
  if (lines.some((line) => readCedictLine(line) !== undefined))
    return { format: 'cedict', ...readCedictHead(head), entries: cedictEntries(linesOf(file, packed)) };
  throw new DictionaryFileError('认不出这个词典的格式：可以是 StarDict（.ifo）、CC-CEDICT、MDict 的源文本或 JSON');
};
