/** Who made a book, as readers and editors see it. */
import { z } from 'zod';

/**
 * 主编、副主编、参编、主审、数字编委、责编 (product.md §6.2), then what the file of a book says of people beside: 著、译、编、绘、朗读.
 * The one list of roles: what an editor chose is what readers see.
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

/** `unit`: where the person works; absent where nobody has said. */
export const bookPerson = z.object({ name: z.string(), role: bookRole, unit: z.string().optional() });
export type BookPerson = z.output<typeof bookPerson>;
