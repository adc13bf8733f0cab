/** Editors' operations on the category trees, such as the disciplines (学科门类). They require the permission `curate`. */
import { z } from 'zod';
import { categoryKind } from './book-card.ts';

export const categoryId = z.string().min(1).max(64);

/** A category in the admin area. */
export const categoryRecord = z.object({
  id: categoryId,
  parentId: categoryId.optional(),
  /** Kind of the tree to which the category belongs. */
  kind: categoryKind,
  name: z.string(),
  /** Number of books in any state that are assigned directly to the category. */
  books: z.number().int(),
});

export type CategoryRecord = z.output<typeof categoryRecord>;

export const categoryTree = z.object({ items: z.array(categoryRecord) });
