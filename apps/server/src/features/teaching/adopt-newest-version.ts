/** Moves a class to the newest version of its book. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { findBook } from '../catalog/find-books.ts';
import { findReleasedVersion } from '../publication/versions/read-version.ts';
import { changeTaughtClass } from './class-view.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

/** Throws `class.notFound`, `class.versionChanged`, `catalog.bookNotFound` if the content of the book was removed. */
export const adoptNewestVersion: UseCase<'adoptNewestVersion', TeachingDependencies> = async (deps, caller, { id, versionNo }) => {
  const payload = await changeTaughtClass(deps, caller, id, async (tx, { bookId }) => {
    const newestId = (await findBook(tx, bookId))?.currentVersionId;
    const newest = newestId === undefined ? undefined : await findReleasedVersion(tx, newestId);
    if (newest === undefined) throw new CodedError('catalog.bookNotFound');
    if (newest.no !== versionNo) throw new CodedError('class.versionChanged');
    return { versionId: newest.id };
  });
  return { payload, say: `班级已改用内容第 ${versionNo} 版` };
};
