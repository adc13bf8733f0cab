/**
 * Lists the caller's files page by page, with where each is used. If the file after which a page begins was deleted meanwhile, returns the
 * first page.
 */
import { pageOf } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import type { ListFilesDependencies } from './file-dependencies.ts';
import { findOwnFile, listOwnFiles, sumFiles } from './store.ts';
import { viewListedFile } from './user-file.ts';

export const listFiles: UseCase<'listFiles', ListFilesDependencies> = async ({ db, clock, usesOf }, { reader }, input) => {
  const ownerId = reader.userId;
  const after = input.after === undefined ? undefined : await findOwnFile(db.orm, ownerId, input.after, clock.now());
  const found = await listOwnFiles(db.orm, ownerId, after, input.limit + 1);
  const { items: page, next } = pageOf(found, input.limit, ({ id }) => id);
  const [uses, used] = await Promise.all([usesOf(db.orm, ownerId, page), sumFiles(db.orm, ownerId)]);
  return {
    items: page.flatMap((file) => viewListedFile(file, uses.get(file.id) ?? [])),
    usedBytes: used.bytes,
    usedFiles: used.count,
    ...(next === undefined ? {} : { next }),
  };
};
