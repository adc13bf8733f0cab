/** What the readers of dictionary formats return. */

import type { DictionaryFormat } from '@shufang/contract';

export interface ImportedEntry {
  /** The words by which the entry is found. */
  readonly words: readonly string[];
  readonly headword: string;
  /** With tone marks. */
  readonly pinyin?: string | undefined;
  readonly definitions: readonly string[];
}

export interface DictionaryFile {
  readonly format: DictionaryFormat;
  /** Name and license as the file states them. */
  readonly name: string | undefined;
  readonly license: string | undefined;
  readonly entries: AsyncIterable<ImportedEntry>;
}

/** The extensions of the files of a StarDict dictionary, each with what it is read as. */
const STARDICT_PARTS = ['.ifo', '.idx', '.dict', '.syn'] as const;

/** Returns which part of a StarDict dictionary the file is, by its name; undefined for a file of another format. */
export const partOfStarDict = (fileName: string): (typeof STARDICT_PARTS)[number] | undefined => {
  const name = fileName.toLowerCase().replace(/\.(?:dz|gz)$/, '');
  return STARDICT_PARTS.find((part) => name.endsWith(part));
};

/** A file that is no dictionary, or a broken one. The message is Chinese and meant for the operator. */
export class DictionaryFileError extends Error {
  override readonly name = 'DictionaryFileError';
}

/** Our choice: characters of a word and of a definition, and definitions of an entry; longer ones are cut off. */
const WORD_CHARS_MAX = 100;
const DEFINITION_CHARS_MAX = 2_000;
const DEFINITIONS_MAX = 50;

/** Returns the entry within the limits, without characters that the database refuses; undefined if nothing is left. */
export const withinLimits = (entry: ImportedEntry): ImportedEntry | undefined => {
  const clean = (text: string, charsMax: number) => text.replaceAll('\0', '').trim().slice(0, charsMax).toWellFormed();
  const words = [...new Set(entry.words.map((word) => clean(word, WORD_CHARS_MAX).toLowerCase()))].filter(Boolean);
  const definitions = entry.definitions.map((text) => clean(text, DEFINITION_CHARS_MAX)).filter(Boolean);
  const headword = clean(entry.headword, WORD_CHARS_MAX);
  if (words.length === 0 || headword === '' || definitions.length === 0) return undefined;
  const pinyin = entry.pinyin === undefined ? undefined : clean(entry.pinyin, 3 * WORD_CHARS_MAX) || undefined;
  return { words, headword, pinyin, definitions: definitions.slice(0, DEFINITIONS_MAX) };
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Returns the lines of text of an entry in HTML. Tags are removed: only text is ever shown of a dictionary. */
export const linesOfHtml = (html: string): string[] =>
  html
    .replaceAll(/<(style|script)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replaceAll(/<(?:br|p|div|li|tr|dd|dt|h[1-6])\b[^>]*>|<\/(?:p|div|li|tr|dd|dt|h[1-6])\s*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (written: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? written;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);
