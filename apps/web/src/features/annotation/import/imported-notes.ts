/** Notes from the file of another reading app, before they are located. Pure. */
import { type AnnotationColor, type AnnotationSetFile, LIMITS } from '@shufang/contract';

export interface ImportedNote {
  /** The passage that was highlighted; empty for a note without one. */
  readonly text: string;
  readonly note: string;
  /** Title of the chapter; empty if the file does not name it. */
  readonly chapter: string;
  readonly color: AnnotationColor;
  /** Time of creation, UTC ms; absent if it is not in the file or cannot be read. */
  readonly createdAt?: number | undefined;
}

export interface ImportedBook {
  /** Title in the file; empty if it names none. */
  readonly title: string;
  readonly notes: readonly ImportedNote[];
}

/** Maximum length of a passage; a longer one is found by its beginning. */
const TEXT_CHARS_MAX = 20_000;

/** Returns the text without control characters and half surrogate pairs, which no record may contain. */
const cleanText = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed here.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufffc]/g, '')
    .trim();

/** Fields of a note as a parser reads them. */
export interface ReadFields {
  readonly text?: string | undefined;
  readonly note?: string | undefined;
  readonly chapter?: string | undefined;
  readonly color?: string | undefined;
  readonly createdAt?: number | undefined;
}

const NAMED: Readonly<Record<string, AnnotationColor>> = {
  yellow: 'yellow',
  orange: 'red',
  red: 'red',
  green: 'green',
  olive: 'green',
  cyan: 'blue',
  blue: 'blue',
  violet: 'pink',
  purple: 'pink',
  pink: 'pink',
  gray: 'yellow',
};

/** Returns our color that is nearest to a color name or `#rrggbb`. */
export const nearestColor = (color: string | undefined): AnnotationColor => {
  const value = (color ?? '').trim().toLowerCase();
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/.exec(value);
  if (hex === null) return NAMED[value] ?? 'yellow';
  const [red = 0, green = 0, blue = 0] = hex.slice(1).map((part) => Number.parseInt(part, 16));
  const max = Math.max(red, green, blue);
  const range = max - Math.min(red, green, blue);
  if (range === 0) return 'yellow';
  const hue = max === red ? ((green - blue) / range + 6) % 6 : max === green ? (blue - red) / range + 2 : (red - green) / range + 4;
  if (hue >= 5.5 || hue < 0.5) return 'red';
  if (hue < 1.3) return 'yellow';
  if (hue < 2.6) return 'green';
  return hue < 4.3 ? 'blue' : 'pink';
};

/** Collects the notes of a file by book. A passage with the same note is taken once. */
export const createCollector = () => {
  const books = new Map<string, Map<string, ImportedNote>>();
  let count = 0;
  return {
    /** Adds a note; one without text and note, as a bookmark is, is left out. */
    add: (title: string, { text = '', note = '', chapter = '', color, createdAt }: ReadFields): void => {
      const read: ImportedNote = {
        text: cleanText(text).slice(0, TEXT_CHARS_MAX),
        note: cleanText(note),
        chapter: cleanText(chapter).slice(0, 300),
        color: nearestColor(color),
        createdAt: createdAt !== undefined && createdAt > 0 && createdAt < 8.64e15 ? createdAt : undefined,
      };
      if ((read.text === '' && read.note === '') || count >= LIMITS.noteExportMax) return;
      const name = cleanText(title).slice(0, 300);
      const notes = books.get(name) ?? new Map<string, ImportedNote>();
      books.set(name, notes);
      const key = keyOf(read);
      if (!notes.has(key)) count += 1;
      notes.set(key, notes.get(key) ?? read);
    },
    books: (): ImportedBook[] => [...books].map(([title, notes]) => ({ title, notes: [...notes.values()] })),
  };
};
export type Collector = ReturnType<typeof createCollector>;

const keyOf = ({ text, note }: Pick<ImportedNote, 'text' | 'note'>): string => `${text.replace(/\s+/g, '')}\n${note}`;

/** Returns 128 bits of a text as hexadecimal digits. Not for secrets: equal notes get the same id by it, whatever app they come from. */
const digestOf = (text: string): string => {
  const sums = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0xdeadbeef];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    for (const [index, sum] of sums.entries()) {
      const mixed = Math.imul(sum ^ (unit + index * 0x1f1f), 0x85ebca6b + 2 * index);
      sums[index] = mixed ^ (mixed >>> 13);
    }
  }
  return sums.map((sum) => (Math.imul(sum ^ (sum >>> 16), 0xc2b2ae35) >>> 0).toString(16).padStart(8, '0')).join('');
};

/** Returns the notes as an annotation set. Its items have no document, so that the server seeks them in the whole book. */
export const toAnnotationSet = ({ title, notes }: ImportedBook): AnnotationSetFile => ({
  type: 'AnnotationSet',
  about: { 'dc:title': title },
  items: notes.map(({ text, note, chapter, color, createdAt }) => ({
    id: `urn:shufang:imported:${digestOf(keyOf({ text, note }))}`,
    ...(createdAt === undefined ? {} : { created: new Date(createdAt).toISOString() }),
    target: {
      source: 'urn:shufang:unknown-document',
      ...(text === '' ? {} : { selector: [{ type: 'TextQuoteSelector', exact: text }] }),
      meta: { headings: chapter === '' ? [] : [{ level: 1, txt: chapter }] },
    },
    body: { value: note, color },
  })),
});
