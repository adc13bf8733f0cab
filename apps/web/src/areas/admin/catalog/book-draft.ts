/** Converts a book to the form values of the editor, which are strings so that they can be stored as a draft. Pure. */
import { type AdminBook, type BookRole, bookRole } from '@shufang/contract';
import { z } from 'zod';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';

export interface ContributorDraft {
  readonly key: number;
  readonly name: string;
  readonly role: BookRole;
  readonly unit: string;
  readonly tel: string;
  readonly linked?: AdminBook['contributors'][number]['linked'];
}

const contributors = z.array(
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

/** Parses a stored form value; returns undefined if an earlier client stored it in another format. */
const read = <Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined => {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

export const readContributors = (text: string): readonly ContributorDraft[] =>
  (read(contributors, text) ?? []) as readonly ContributorDraft[];
export const readIds = (text: string): readonly string[] => read(ids, text) ?? [];

export const isNameless = ({ name }: ContributorDraft): boolean => name.trim() === '';

/** Schema of the form values. */
export const bookFields = z
  .object({
    title: z.string().refine((title) => title.trim() !== '', adminText.books.titleNeeded),
    subtitle: z.string(),
    isbn: z.string(),
    publisher: z.string(),
    placeOfPublication: z.string(),
    description: z.string(),
    level: z.string(),
    accessModel: z.string(),
    planTag: z.string(),
    planProof: z.string(),
    reason: z.string(),
    categoryIds: z.string(),
    contributors: z.string().refine((text) => !readContributors(text).some(isNameless), adminText.books.nameNeeded),
  })
  .refine(({ planTag, planProof }) => planTag.trim() === '' || planProof.trim() !== '', {
    path: ['planProof'],
    error: adminCatalogText.book.proofNeeded,
    // Validates the proof even if other fields are invalid, so that all errors are shown together.
    when: () => true,
  });

/** Returns the initial form values for a book. */
export const bookDraftOf = (book: AdminBook) => ({
  title: book.title,
  subtitle: book.subtitle,
  isbn: book.isbn,
  publisher: book.publisher,
  placeOfPublication: book.placeOfPublication,
  description: book.description,
  level: book.level ?? '',
  accessModel: book.accessModel as string,
  planTag: book.planTag,
  planProof: book.planProof,
  reason: '',
  categoryIds: JSON.stringify(book.categoryIds),
  contributors: JSON.stringify(
    book.contributors.map(
      ({ name, role, unit, linked }, key): ContributorDraft => ({ key, name, role, unit, tel: '', ...(linked && { linked }) }),
    ),
  ),
});

export const withAnother = (given: readonly ContributorDraft[]): readonly ContributorDraft[] => [
  ...given,
  { key: Math.max(-1, ...given.map(({ key }) => key)) + 1, name: '', role: 'contributor', unit: '', tel: '' },
];
