import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { bookCard } from './book-card.ts';
import { collectionCard } from './collection.ts';

/** Why readers do not see a home slot at the time of the preview; present only in a preview. */
export const homeDraft = z.object({
  isHidden: z.boolean(),
  /** Time from which the slot is shown, UTC ms, if it is in the future. */
  startAt: z.number().int().optional(),
  /** Whether the target of the slot is hidden: the book is not published, or the collection is hidden. */
  isTargetHidden: z.boolean(),
});

export type HomeDraft = z.output<typeof homeDraft>;

export const homeBanner = z.object({
  id: entityId,
  title: z.string(),
  lead: z.string(),
  picture: z.string().optional(),
  /** Path within the product to which the slot leads. */
  address: z.string(),
  /** Books whose covers are shown if the slot has no picture. */
  books: z.array(bookCard).max(3),
  draft: homeDraft.optional(),
});

export type HomeBanner = z.output<typeof homeBanner>;

/** Returns the current home slots and the categories that have books. The rows of new, hot and free books come from `queryBooks`. */
export const getHome = operation({
  name: 'getHome',
  method: 'GET',
  path: '/api/home/get',
  summary: '首页',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({}),
  output: z.object({
    banners: z.array(homeBanner),
    rows: z.array(z.object({ collection: collectionCard, books: z.array(bookCard), draft: homeDraft.optional() })),
    collections: z.array(collectionCard),
    categories: z.array(z.object({ id: z.string(), name: z.string(), count: z.number().int() })),
  }),
});
