/** Deletes a file of the caller. Throws `file.notFound`, `file.inUse`. A sweep removes the bytes a day later at the earliest. */
import { CodedError, type FileUse } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import type { ListFilesDependencies } from './file-dependencies.ts';
import { findOwnFile, lockFilesOf, removeOwnFile } from './store.ts';

/** The texts that explain why a file cannot be deleted, by kind of use. */
const REASONS: Readonly<Record<FileUse['kind'], (use: FileUse) => string>> = {
  avatar: () => '这是您现在的头像，换一张头像后它会自动删除',
  teacherApplication: () => '教师认证申请正在审核',
  authorApplication: () => '作者申请正在审核',
  codeClaim: ({ name }) => `《${name}》的激活码申请正在处理`,
  assignment: ({ name }) => `作业“${name}”的作答里有它`,
};

export const deleteFile: UseCase<'deleteFile', ListFilesDependencies> = async ({ db, clock, usesOf }, { reader }, { fileId }) => {
  const ownerId = reader.userId;
  await db.transaction(async (tx) => {
    await lockFilesOf(tx, ownerId);
    const now = clock.now();
    const file = await findOwnFile(tx, ownerId, fileId, now);
    const uses = file === undefined ? [] : ((await usesOf(tx, ownerId, [file])).get(fileId) ?? []);
    const held = uses.find(({ isHeld }) => isHeld);
    if (held !== undefined) throw new CodedError('file.inUse', { reason: REASONS[held.kind](held) });
    if ((await removeOwnFile(tx, ownerId, fileId, now)) === 0) throw new CodedError('file.notFound');
  });
  return { payload: {}, say: '文件已删除' };
};
