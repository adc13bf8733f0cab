/** What a book's folder says: `book.json` beside `text/*.xhtml` (bodies only), `style/*.css`, `images/`, `media/`. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const chapter = z.object({
  /** File under `text/`, holding what goes inside `<body>`. */
  file: z.string().regex(/^[a-z0-9-]+\.xhtml$/),
  title: z.string(),
  /** Headings below the chapter: id of the element and its title. */
  sections: z.array(z.object({ id: z.string(), title: z.string() })).default([]),
  /** EPUB structural type of the document, e.g. `cover`, `bodymatter`. */
  type: z.string().optional(),
  linear: z.boolean().default(true),
  /** Left out of the table of contents (a blank leaf, the cover). */
  hidden: z.boolean().default(false),
  spread: z.enum(['left', 'right', 'center']).optional(),
});

export const bookSource = z.object({
  identifier: z.string(),
  title: z.string(),
  subtitle: z.string().optional(),
  language: z.string(),
  modified: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  published: z.string(),
  publisher: z.string(),
  description: z.string(),
  subjects: z.array(z.string()),
  rights: z.string(),
  isbn: z.string().optional(),
  contributors: z
    .array(z.object({ name: z.string(), role: z.enum(['aut', 'edt', 'ill', 'trl', 'nrt']), fileAs: z.string().optional() }))
    .min(1),
  progression: z.enum(['ltr', 'rtl']).default('ltr'),
  layout: z.enum(['reflowable', 'pre-paginated']).default('reflowable'),
  /** Fixed layout: size of every page in CSS pixels. */
  viewport: z.object({ width: z.number(), height: z.number() }).optional(),
  /** Added to `<html>` of every document, e.g. `vertical`. */
  className: z.string().default(''),
  styles: z.array(z.string()).min(1),
  cover: z.string(),
  accessibility: z.object({
    modes: z.array(z.string()),
    sufficient: z.array(z.string()),
    features: z.array(z.string()),
    hazards: z.array(z.string()),
    summary: z.string(),
  }),
  /** How the demo library offers the book. */
  shop: z.object({
    category: z.string(),
    access: z.enum(['free', 'paid']),
    priceFen: z.number().int().default(0),
    trialChapters: z.number().int().default(2),
  }),
  chapters: z.array(chapter).min(1),
});
export type BookSource = z.output<typeof bookSource>;

/** Throws with the file's name when `book.json` does not fit. */
export const readBookSource = async (folder: string): Promise<BookSource> => {
  const file = path.join(folder, 'book.json');
  const parsed = bookSource.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
};
