/** The orders a list of books can have, and the cursors of each. */
import { z } from 'zod';
import type { CatalogOrder } from './store.ts';

const shapes = {
  newest: z.tuple([z.number(), z.string()]),
  weighed: z.tuple([z.number(), z.string()]),
  rating: z.tuple([z.number(), z.number(), z.string()]),
  title: z.tuple([z.string(), z.number(), z.string()]),
  hot: z.tuple([z.number(), z.number(), z.string()]),
  collection: z.tuple([z.number(), z.string()]),
} satisfies Record<CatalogOrder, z.ZodType>;

/** What a cursor of this order holds: its sort keys, the id last. */
export const cursorShape = <Order extends CatalogOrder>(order: Order): (typeof shapes)[Order] => shapes[order];
