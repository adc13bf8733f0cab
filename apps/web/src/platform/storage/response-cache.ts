/** Cached API responses of each owner, for offline use. */
import type { z } from 'zod';
import type { ReaderDatabase } from './reader-database.ts';

/** Stores responses in the cache. `newest`: only this number of responses whose key begins with `prefix` stay cached. */
export const storeResponses = async (
  db: ReaderDatabase,
  owner: string,
  responses: readonly { key: string; value: unknown }[],
  newest?: { readonly prefix: string; readonly count: number },
): Promise<void> => {
  const cachedAt = Date.now();
  await db.cachedResponses.bulkPut(responses.map(({ key, value }) => ({ owner, key, value, cachedAt })));
  if (newest === undefined) return;
  const { prefix, count } = newest;
  const rows = await db.cachedResponses
    .where('[owner+key]')
    .between([owner, prefix], [owner, `${prefix}\uffff`])
    .toArray();
  const old = rows.toSorted((a, b) => b.cachedAt - a.cachedAt).slice(count);
  await db.cachedResponses.bulkDelete(old.map(({ key }): [string, string] => [owner, key]));
};

/** Returns cached responses by key; entries in the format of an older client are omitted. */
export const findCachedResponses = async <Shape extends z.ZodType>(
  db: ReaderDatabase,
  owner: string,
  keys: readonly string[],
  shape: Shape,
): Promise<ReadonlyMap<string, z.output<Shape>>> => {
  const rows = await db.cachedResponses.bulkGet(keys.map((key): [string, string] => [owner, key]));
  return new Map(
    rows.flatMap((row) => {
      const parsed = row === undefined ? undefined : shape.safeParse(row.value);
      return row !== undefined && parsed?.success === true ? [[row.key, parsed.data] as const] : [];
    }),
  );
};
