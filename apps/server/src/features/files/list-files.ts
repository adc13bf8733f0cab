/** A person's own files, a page at a time, and the end of one. */
import {
  CodedError,
  type deleteFile as deleteOperation,
  type FileUse,
  type OutputOf,
  type listFiles as operation,
  type ParsedInputOf,
} from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { FileDependencies } from './file-dependencies.ts';
import { findOwnFile, listOwnFiles, lockFilesOf, removeOwnFile, sumFiles } from './store.ts';
import { type StoredFile, viewListedFile } from './user-file.ts';

export interface ListFilesDependencies extends Pick<FileDependencies, 'db' | 'clock'> {
  /** Where these files of a person stand, by the files' ids; those that stand nowhere may be absent. */
  readonly usesOf: (db: Queryable, ownerId: string, files: readonly StoredFile[]) => Promise<ReadonlyMap<string, readonly FileUse[]>>;
}

/** Why a file cannot go while it stands so. */
const HELD: Readonly<Record<FileUse['kind'], (use: FileUse) => string>> = {
  avatar: () => '这是您现在的头像，换一张头像后它会自动删除',
  teacherApplication: () => '教师认证申请正在审核',
  authorApplication: () => '作者申请正在审核',
  codeClaim: ({ name }) => `《${name}》的激活码申请正在处理`,
};

/** A page after a file that is gone meanwhile begins anew. */
export const listFiles = async (
  { db, clock, usesOf }: ListFilesDependencies,
  ownerId: string,
  input: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> => {
  const after = input.after === undefined ? undefined : await findOwnFile(db.orm, ownerId, input.after, clock.now());
  const found = await listOwnFiles(db.orm, ownerId, after, input.limit + 1);
  const shown = found.slice(0, input.limit);
  const last = shown.at(-1);
  const [uses, used] = await Promise.all([usesOf(db.orm, ownerId, shown), sumFiles(db.orm, ownerId)]);
  return {
    items: shown.flatMap((file) => viewListedFile(file, uses.get(file.id) ?? [])),
    usedBytes: used.bytes,
    usedFiles: used.count,
    ...(found.length > input.limit && last !== undefined ? { next: last.id } : {}),
  };
};

/** Throws `file.notFound`, `file.inUse`. The bytes go with the next sweep, a day later at the earliest. */
export const deleteFile = (
  { db, clock, usesOf }: ListFilesDependencies,
  ownerId: string,
  { fileId }: ParsedInputOf<typeof deleteOperation>,
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockFilesOf(tx, ownerId);
    const now = clock.now();
    const file = await findOwnFile(tx, ownerId, fileId, now);
    const uses = file === undefined ? [] : ((await usesOf(tx, ownerId, [file])).get(fileId) ?? []);
    const held = uses.find(({ isHeld }) => isHeld);
    if (held !== undefined) throw new CodedError('file.inUse', { reason: HELD[held.kind](held) });
    if ((await removeOwnFile(tx, ownerId, fileId, now)) === 0) throw new CodedError('file.notFound');
  });
