import { z } from 'zod';

/** How a person likes to read; Readium's preference vocabulary. Saved to the person, applied in every book. */
export const readingPreferences = z.object({
  /** Face by role: publisher's own, 宋 song, 楷 kai, 黑 hei, 仿宋 fangsong. */
  fontFamily: z.enum(['publisher', 'song', 'kai', 'hei', 'fangsong']),
  /** 1 is the publisher's size (16 CSS px); 0.75 to 2.5. */
  fontSize: z.number().min(0.75).max(2.5),
  lineHeight: z.number().min(1.2).max(2.6),
  /** Factor on the standard page margin; 0.5 to 3. */
  pageMargins: z.number().min(0.5).max(3),
  columnCount: z.enum(['auto', '1', '2']),
  scroll: z.boolean(),
  /** Paper tint: a page colour, not a dark theme. */
  paper: z.enum(['white', 'cream', 'green', 'gray']),
  textAlign: z.enum(['publisher', 'justify', 'start']),
  paragraphIndent: z.enum(['publisher', 'two', 'none']),
});
export type ReadingPreferences = z.output<typeof readingPreferences>;

export const defaultReadingPreferences: ReadingPreferences = {
  fontFamily: 'publisher',
  fontSize: 1.125,
  lineHeight: 1.8,
  pageMargins: 1,
  columnCount: 'auto',
  scroll: false,
  paper: 'white',
  textAlign: 'publisher',
  paragraphIndent: 'publisher',
};
