import { z } from 'zod';

/** Reading preferences of a user, for all books; names from Readium's preferences API. */
export const readingPreferences = z.object({
  /** Typeface by role: that of the publisher, Song (宋), Kai (楷), Hei (黑), Fangsong (仿宋), or the reader's own font `ownFont`. */
  fontFamily: z.enum(['publisher', 'song', 'kai', 'hei', 'fangsong', 'own']),
  /**
   * The font that a reader has added from a file; `id`: SHA-256 of the file in hexadecimal, empty if there is none. The file is stored only on
   * devices on which the reader has added it.
   */
  ownFont: z.object({ id: z.string().regex(/^(?:[0-9a-f]{64})?$/), name: z.string().max(100) }),
  /** Size of the text, 0.75 to 2.5; 1 is the publisher's size (16 CSS px). */
  fontSize: z.number().min(0.75).max(2.5),
  lineHeight: z.number().min(1.2).max(2.6),
  /** Width of the page margin as a factor of the standard one, 0.5 to 3. */
  pageMargins: z.number().min(0.5).max(3),
  columnCount: z.enum(['auto', '1', '2']),
  scroll: z.boolean(),
  /** Background color of the page. `night` is dark with light text; the rest of the product stays light. */
  paper: z.enum(['white', 'cream', 'green', 'gray', 'night']),
  /** Whether the page has night paper while the device is set to a dark appearance. */
  nightBySystem: z.boolean(),
  textAlign: z.enum(['publisher', 'justify', 'start']),
  paragraphIndent: z.enum(['publisher', 'two', 'none']),
  /** Minutes of reading without a break after which the reader is asked to rest the eyes. */
  restReminder: z.enum(['off', '30', '45', '60']),
  /** How copied text, notes and citations show formulas. */
  formulaNotation: z.enum(['unicode', 'tex']),
});
export type ReadingPreferences = z.output<typeof readingPreferences>;

export const defaultReadingPreferences: ReadingPreferences = {
  fontFamily: 'publisher',
  ownFont: { id: '', name: '' },
  fontSize: 1.125,
  lineHeight: 1.8,
  pageMargins: 1,
  columnCount: 'auto',
  scroll: false,
  paper: 'white',
  nightBySystem: false,
  textAlign: 'publisher',
  paragraphIndent: 'publisher',
  restReminder: 'off',
  formulaNotation: 'unicode',
};
