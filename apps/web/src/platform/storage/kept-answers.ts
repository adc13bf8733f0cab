/** What the server said last about things the device keeps lists of, so that they can be shown without a network. */
import type { z } from 'zod';
import type { ReaderDatabase } from './reader-database.ts';

/** `newest`: of all whose key begins with `prefix` only that many stay. */
export const keepAnswers = async (
  db: ReaderDatabase,
  owner: string,
  answers: readonly { key: string; value: unknown }[],
  newest?: { readonly prefix: string; readonly count: number },
): Promise<void> => {
  const keptAt = Date.now();
  await db.kept.bulkPut(answers.map(({ key, value }) => ({ owner, key, value, keptAt })));
  if (newest === undefined) return;
  const { prefix, count } = newest;
  const rows = await db.kept
    .where('[owner+key]')
    .between([owner, prefix], [owner, `${prefix}\uffff`])
    .toArray();
  const old = rows.toSorted((a, b) => b.keptAt - a.keptAt).slice(count);
  await db.kept.bulkDelete(old.map(({ key }): [string, string] => [owner, key]));
};

/** By key; what an older client kept in another form is left out. */
export const findKeptAnswers = async <Shape extends z.ZodType>(
  db: ReaderDatabase,
  owner: string,
  keys: readonly string[],
  shape: Shape,
): Promise<ReadonlyMap<string, z.output<Shape>>> => {
  const rows = await db.kept.bulkGet(keys.map((key): [string, string] => [owner, key]));
  return new Map(
    rows.flatMap((row) => {
      const parsed = row === undefined ? undefined : shape.safeParse(row.value);
      return row !== undefined && parsed?.success === true ? [[row.key, parsed.data] as const] : [];
    }),
  );
};
