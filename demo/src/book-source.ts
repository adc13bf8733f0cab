/**
 * Source of a demo book: the schema of its `book.json`, which lies beside `text/*.xhtml` (only the content of `<body>`), `style/*.css`,
 * `images/` and `media/`.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const chapter = z.object({
  /** Name of the file under `text/` with the content of the chapter's `<body>`. */
  file: z.string().regex(/^[a-z0-9-]+\.xhtml$/),
  title: z.string(),
  /** Headings below the chapter: id of the element and its title. */
  sections: z.array(z.object({ id: z.string(), title: z.string() })).default([]),
  /** EPUB structural type of the document, e.g. `cover`, `bodymatter`. */
  type: z.string().optional(),
  linear: z.boolean().default(true),
  /** Whether the document is omitted from the table of contents, as the cover and blank pages are. */
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
  placeOfPublication: z.string().optional(),
  description: z.string(),
  subjects: z.array(z.string()),
  rights: z.string(),
  isbn: z.string().optional(),
  contributors: z
    .array(z.object({ name: z.string(), role: z.enum(['aut', 'edt', 'ill', 'trl', 'nrt']), fileAs: z.string().optional() }))
    .min(1),
  progression: z.enum(['ltr', 'rtl']).default('ltr'),
  layout: z.enum(['reflowable', 'pre-paginated']).default('reflowable'),
  /** Size of every page in CSS pixels, in a book with a fixed layout. */
  viewport: z.object({ width: z.number(), height: z.number() }).optional(),
  /** CSS class of the `<html>` element of every document, e.g. `vertical`. */
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
  /** Category, access model, price and trial of the book in the demo library. */
  shop: z.object({
    category: z.string(),
    access: z.enum(['free', 'paid']),
    priceFen: z.number().int().default(0),
    trialChapters: z.number().int().default(2),
  }),
  chapters: z.array(chapter).min(1),
});
export type BookSource = z.output<typeof bookSource>;

/** Reads `book.json` of a book's folder. Throws an error with the file's name when the file is invalid. */
export const readBookSource = async (folder: string): Promise<BookSource> => {
  const file = path.join(folder, 'book.json');
  const parsed = bookSource.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
};
