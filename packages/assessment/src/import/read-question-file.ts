/** Reads a file of questions in any of the formats that are known. Runs in an isolated process on the server. Pure. */
import { isZip, readZip } from '../archive/read-zip.ts';
import { isMoodleXml, readMoodleXml } from '../moodle/read-moodle-xml.ts';
import { readPaper, readPaperText } from '../paper/read-paper.ts';
import { readQtiItem } from '../qti/read-qti-item.ts';
import { readQtiPackage } from '../qti/read-qti-package.ts';
import { readQuestionTable } from '../table/question-table.ts';
import { isWorkbook, readWorkbook } from '../table/read-workbook.ts';
import { isDocx, readDocx } from '../word/read-docx.ts';
import { decodeXml } from '../xml/read-xml.ts';
import type { ImportedItem } from './imported-item.ts';
import { QuestionFileError } from './question-file-error.ts';
import { readAiken } from './read-aiken.ts';
import { readGift } from './read-gift.ts';

export const QUESTION_FORMATS = ['word', 'excel', 'qti', 'moodle', 'gift', 'aiken', 'text'] as const;
export type QuestionFormat = (typeof QUESTION_FORMATS)[number];

/** Maximum size of a file of questions, with its pictures. */
export const QUESTION_FILE_BYTES_MAX = 50 * 1_048_576;
/** Maximum number of items of one import. */
export const IMPORTED_ITEMS_MAX = 5_000;

export interface QuestionFile {
  readonly format: QuestionFormat;
  readonly items: readonly ImportedItem[];
  /** The pictures of the questions, by the address that the questions contain. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0];

const decodeText = (bytes: Uint8Array): string => {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return decodeXml(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Notepad of Chinese Windows wrote text in the code page of the system.
    return new TextDecoder('gb18030').decode(bytes);
  }
};

type TextFormat = 'gift' | 'aiken' | 'text';
const TEXT_READERS: Readonly<Record<TextFormat, (text: string) => ImportedItem[]>> = {
  gift: readGift,
  aiken: readAiken,
  text: readPaperText,
};
const isTextFormat = (format: QuestionFormat | undefined): format is TextFormat =>
  format !== undefined && Object.hasOwn(TEXT_READERS, format);

/** Returns the format of a text: lines with `ANSWER:` and no braces are Aiken, lines with `答案` and no answers in braces are a paper. */
const textFormat = (text: string): TextFormat => {
  if (/^\s*ANSWER\s*[:：]/im.test(text) && !/[{}]/.test(text)) return 'aiken';
  return /答\s*案/.test(text) && !/\{[^{}]*[=~#][^{}]*\}/.test(text) ? 'text' : 'gift';
};

const NO_PICTURES: ReadonlyMap<string, Uint8Array> = new Map();

const readText = (bytes: Uint8Array, format: QuestionFormat | undefined): QuestionFile => {
  const text = decodeText(bytes);
  if (text.includes('\0')) throw new QuestionFileError('wrongType');
  const chosen = isTextFormat(format) ? format : textFormat(text);
  return { format: chosen, items: TEXT_READERS[chosen](text), pictures: NO_PICTURES };
};

const readPackage = (bytes: Uint8Array): QuestionFile => {
  const zip = readZip(bytes);
  if (isWorkbook(zip)) return { format: 'excel', items: readQuestionTable(readWorkbook(zip)), pictures: NO_PICTURES };
  if (!isDocx(zip)) return { format: 'qti', ...readQtiPackage(zip) };
  const document = readDocx(zip);
  return { format: 'word', items: readPaper(document), pictures: document.pictures };
};

const readAny = (bytes: Uint8Array, format: QuestionFormat | undefined): QuestionFile => {
  if (bytes.length === 0) throw new QuestionFileError('empty');
  if (bytes.length > QUESTION_FILE_BYTES_MAX) throw new QuestionFileError('tooLarge');
  if (OLD_OFFICE.every((byte, index) => bytes[index] === byte)) throw new QuestionFileError('oldOffice');
  if (isZip(bytes)) return readPackage(bytes);
  const head = new TextDecoder()
    .decode(bytes.subarray(0, 4_000))
    .replace(/^\ufeff/, '')
    .trimStart();
  const isXml = head.startsWith('<') && !isTextFormat(format);
  if (isXml && !isMoodleXml(head) && /^<(?:\?xml|[\w-]*:?(?:assessmentItem|qti-assessment-item))/.test(head))
    return { format: 'qti', items: [readQtiItem(decodeXml(bytes))], pictures: NO_PICTURES };
  if (isXml && isMoodleXml(head)) return { format: 'moodle', ...readMoodleXml(decodeXml(bytes)) };
  return readText(bytes, format);
};

/**
 * Returns the items of a file with their pictures. `format`: what the teacher chose; else it is recognized. Throws `QuestionFileError` with
 * a Chinese message if the file cannot be read, or has no item.
 */
export const readQuestionFile = (bytes: Uint8Array, format?: QuestionFormat): QuestionFile => {
  const file = readAny(bytes, format);
  if (file.items.length === 0) throw new QuestionFileError('noItems');
  if (file.items.length > IMPORTED_ITEMS_MAX) throw new QuestionFileError('tooManyItems');
  return file;
};
