/** A person's own files, a page at a time, and the end of one. */
import {
  CodedError,
  type deleteFile as deleteOperation,
  type OutputOf,
  type listFiles as operation,
  type ParsedInputOf,
} from '@shufang/contract';
import type { FileDependencies } from './file-dependencies.ts';
import { findOwnFile, listOwnFiles, removeOwnFile, sumFiles } from './store.ts';
import { viewFile } from './user-file.ts';

type Parts = Pick<FileDependencies, 'db' | 'clock'>;

/** A page after a file that is gone meanwhile begins anew. */
export const listFiles = async (
  { db, clock }: Parts,
  ownerId: string,
  input: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> => {
  const after = input.after === undefined ? undefined : await findOwnFile(db.orm, ownerId, input.after, clock.now());
  const found = await listOwnFiles(db.orm, ownerId, after, input.limit + 1);
  const shown = found.slice(0, input.limit);
  const last = shown.at(-1);
  return {
    items: shown.map(viewFile),
    usedBytes: (await sumFiles(db.orm, ownerId)).bytes,
    ...(found.length > input.limit && last !== undefined ? { next: last.id } : {}),
  };
};

/** Throws `file.notFound`. The bytes go with the next sweep, a day later at the earliest. */
export const deleteFile = async ({ db, clock }: Parts, ownerId: string, input: ParsedInputOf<typeof deleteOperation>): Promise<void> => {
  if ((await removeOwnFile(db.orm, ownerId, input.fileId, clock.now())) === 0) throw new CodedError('file.notFound');
};
