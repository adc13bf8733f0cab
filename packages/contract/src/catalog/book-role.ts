/** Contributors of a book and their roles. */
import { z } from 'zod';

/**
 * All roles that a contributor of a book can have. First those that editors assign: chief and associate editor, contributor, chief
 * reviewer, digital and responsible editor (product.md §6.2); then those found in book files: author, translator, editor, illustrator,
 * narrator.
 */
export const bookRole = z.enum([
  'chiefEditor',
  'associateEditor',
  'contributor',
  'chiefReviewer',
  'digitalEditor',
  'responsibleEditor',
  'author',
  'translator',
  'editor',
  'illustrator',
  'narrator',
]);
export type BookRole = z.output<typeof bookRole>;

/** A contributor of a book. `unit`: the contributor's affiliation; absent if unknown. */
export const bookCredit = z.object({ name: z.string(), role: bookRole, unit: z.string().optional() });
export type BookCredit = z.output<typeof bookCredit>;
