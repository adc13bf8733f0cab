/** Defines the sort orders of book lists and their cursors. */
import { z } from 'zod';
import type { CatalogOrder } from '../store.ts';

const shapes = {
  newest: z.tuple([z.number(), z.string()]),
  weighed: z.tuple([z.number(), z.string()]),
  rating: z.tuple([z.number(), z.number(), z.string()]),
  title: z.tuple([z.string(), z.number(), z.string()]),
  hot: z.tuple([z.number(), z.number(), z.string()]),
  collection: z.tuple([z.number(), z.string()]),
} satisfies Record<CatalogOrder, z.ZodType>;

/** Returns the schema of a cursor of a list in this sort order: the sort keys of a book, and its id last. */
export const cursorShape = <Order extends CatalogOrder>(order: Order): (typeof shapes)[Order] => shapes[order];
