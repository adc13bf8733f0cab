/** What an editor types of a book, as words that can be kept. Pure. */
import { type BookRole, bookRole, type DeskBook } from '@shufang/contract';
import { z } from 'zod';

export interface PersonDraft {
  readonly key: number;
  readonly name: string;
  readonly role: BookRole;
  readonly unit: string;
  readonly tel: string;
  readonly linked?: DeskBook['contributors'][number]['linked'];
}

const people = z.array(
  z.object({
    key: z.number(),
    name: z.string(),
    role: bookRole,
    unit: z.string(),
    tel: z.string(),
    linked: z.object({ userId: z.string(), name: z.string(), tel: z.string() }).optional(),
  }),
);
const ids = z.array(z.string());

/** Undefined for what an earlier client kept in another form. */
const read = <Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined => {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

export const readPeople = (text: string): readonly PersonDraft[] => (read(people, text) ?? []) as readonly PersonDraft[];
export const readIds = (text: string): readonly string[] => read(ids, text) ?? [];

/** What stands in the form before anything is typed. */
export const bookDraftOf = (book: DeskBook) => ({
  title: book.title,
  subtitle: book.subtitle,
  isbn: book.isbn,
  publisher: book.publisher,
  description: book.description,
  level: book.level ?? '',
  accessModel: book.accessModel as string,
  planTag: book.planTag,
  planProof: book.planProof,
  reason: '',
  categoryIds: JSON.stringify(book.categoryIds),
  people: JSON.stringify(
    book.contributors.map(
      ({ name, role, unit, linked }, key): PersonDraft => ({ key, name, role, unit, tel: '', ...(linked && { linked }) }),
    ),
  ),
});

export const withAnother = (given: readonly PersonDraft[]): readonly PersonDraft[] => [
  ...given,
  { key: Math.max(-1, ...given.map(({ key }) => key)) + 1, name: '', role: 'contributor', unit: '', tel: '' },
];
