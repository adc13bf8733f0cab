/** Recognizes the format of a file or copied text with notes, and reads it. Pure, except for reading the bytes. */
import { type AnnotationSetFile, annotationSetFile } from '@shufang/contract';
import { type ImportedBook, toAnnotationSet } from './imported-notes.ts';
import { isKindle, parseKindle } from './parse-kindle.ts';
import { isKoodoHtml, isKoodoText, parseKoodoCsv, parseKoodoHtml, parseKoodoMarkdown, parseKoodoPlainText } from './parse-koodo.ts';
import {
  isKoreaderHtml,
  isKoreaderMarkdown,
  parseKoreaderHtml,
  parseKoreaderJson,
  parseKoreaderLua,
  parseKoreaderMarkdown,
} from './parse-koreader.ts';
import { isReadestMarkdown, parseReadestJson, parseReadestMarkdown } from './parse-readest.ts';
import { isWeread, parseWeread } from './parse-weread.ts';

/** Where the notes come from. */
export type NotesSource = 'annotationSet' | 'readest' | 'koodo' | 'koreader' | 'weread' | 'kindle';

export interface NotesFile {
  readonly source: NotesSource;
  /** The notes of each book; at least one. */
  readonly books: readonly { readonly title: string; readonly set: AnnotationSetFile }[];
}

export type ReadNotes = { readonly file: NotesFile } | { readonly failure: 'unreadable' | 'tooLarge' | 'empty' };

/** Maximum size of an annotation set, and of the file of another app; usual files have a hundredth of this size. */
const FILE_BYTES = 50 * 1_048_576;
const FOREIGN_FILE_CHARS = 10 * 1_048_576;

interface ForeignNotes {
  readonly source: Exclude<NotesSource, 'annotationSet'>;
  readonly books: readonly ImportedBook[];
}

const readJson = (text: string): ForeignNotes | { readonly set: AnnotationSetFile } | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The user chose a wrong file, or a part of one.
    return undefined;
  }
  const set = annotationSetFile.safeParse(value);
  if (set.success) return { set: set.data };
  const readest = parseReadestJson(value);
  if (readest !== undefined) return { source: 'readest', books: readest };
  const koreader = parseKoreaderJson(value);
  return koreader && { source: 'koreader', books: koreader };
};

const readText = (text: string): ForeignNotes | undefined => {
  if (isKoodoText(text)) return { source: 'koodo', books: /^\ufeff?# /.test(text) ? parseKoodoMarkdown(text) : parseKoodoPlainText(text) };
  if (isKoodoHtml(text)) return { source: 'koodo', books: parseKoodoHtml(text) };
  if (isKoreaderHtml(text)) return { source: 'koreader', books: parseKoreaderHtml(text) };
  if (isReadestMarkdown(text)) return { source: 'readest', books: parseReadestMarkdown(text) };
  if (isKoreaderMarkdown(text)) return { source: 'koreader', books: parseKoreaderMarkdown(text) };
  if (isKindle(text)) return { source: 'kindle', books: parseKindle(text) };
  if (isWeread(text)) return { source: 'weread', books: parseWeread(text) };
  const lua = parseKoreaderLua(text);
  if (lua !== undefined) return { source: 'koreader', books: lua };
  const koodo = parseKoodoCsv(text);
  return koodo && { source: 'koodo', books: koodo };
};

/** Reads the notes of a text: an annotation set, an export of another app, or what one copied. */
export const readNotesText = (content: string): ReadNotes => {
  const text = content.replace(/^\ufeff/, '');
  if (text.trim() === '') return { failure: 'empty' };
  const isJson = /^\s*[[{]/.test(text);
  // A set names its type before its items.
  const isSet = isJson && text.slice(0, 10_000).includes('AnnotationSet');
  if (!isSet && text.length > FOREIGN_FILE_CHARS) return { failure: 'tooLarge' };
  const read = isJson ? readJson(text) : readText(text);
  if (read === undefined) return { failure: 'unreadable' };
  if ('set' in read) {
    const { set } = read;
    return { file: { source: 'annotationSet', books: [{ title: set.about?.['dc:title'] ?? set.title ?? '', set }] } };
  }
  const { source, books } = read;
  const filled = books.filter(({ notes }) => notes.length > 0);
  if (filled.length === 0) return { failure: 'empty' };
  return { file: { source, books: filled.map((book) => ({ title: book.title, set: toAnnotationSet(book) })) } };
};

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Programs on Chinese Windows write GB 18030.
    return new TextDecoder('gb18030').decode(bytes);
  }
};

/** Reads the notes of a file in UTF-8, UTF-16 with a byte order mark, or GB 18030. */
export const readNotesFile = async (blob: Blob): Promise<ReadNotes> => {
  if (blob.size > FILE_BYTES) return { failure: 'tooLarge' };
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return readNotesText(new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes));
  return readNotesText(decode(bytes));
};
