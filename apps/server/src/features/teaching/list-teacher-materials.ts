/** Lists the materials of the books that the caller teaches, has adopted or owns. */
import type { MaterialOrigin } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { viewMaterialsOfBooks } from '../catalog/materials/materials-of-books.ts';
import { listClassesHelpedBy, listClassesTaughtBy } from './store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

export const listTeacherMaterials: UseCase<'listTeacherMaterials', TeachingDependencies> = async (deps, caller) => {
  const { userId } = caller.reader;
  const classes = [...(await listClassesTaughtBy(deps.db.orm, userId)), ...(await listClassesHelpedBy(deps.db.orm, userId))];
  const taught = new Set(classes.filter(({ status }) => status !== 'archived').map(({ bookId }) => bookId));
  const adopted = new Set(await deps.adoptedBooks(userId));
  const owned = new Set((await deps.personal.ownedSince(userId)).map(({ bookId }) => bookId));
  const found = await viewMaterialsOfBooks(deps, caller, [...taught.union(adopted).union(owned)]);
  return {
    items: found.map(({ book, items }) => {
      const origins: MaterialOrigin[] = [];
      if (taught.has(book.id)) origins.push('taught');
      if (adopted.has(book.id)) origins.push('adopted');
      if (owned.has(book.id)) origins.push('owned');
      return { book, origins, items };
    }),
  };
};
