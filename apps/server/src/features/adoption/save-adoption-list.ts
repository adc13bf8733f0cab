/** Creates an adoption list as a draft, or changes one that its teacher may change. */
import { CodedError, LIMITS, newId } from '@shufang/contract';
import type { UseCase, UseCaseInput } from '../../platform/http/register.ts';
import { findVisibleBook } from '../catalog/book-page/visible-book.ts';
import { listTaughtClasses } from '../teaching/taught-classes.ts';
import { requireTeacherInstitution } from '../teaching/teacher-institutions.ts';
import type { AdoptionDependencies } from './adoption-dependencies.ts';
import { EDITABLE, readOwnAdoption, requireOwnAdoption } from './own-adoption.ts';
import { countAdoptionsOf, insertAdoption, lockAdoptionsOf, replaceItems, updateAdoption } from './store.ts';

type Items = UseCaseInput<'saveAdoptionList'>['items'];
type Caller = Parameters<UseCase<'saveAdoptionList', AdoptionDependencies>>[1];

/** Returns the items with titles and names of classes. Throws `catalog.bookNotFound`, `class.notFound`. */
const nameItems = async (deps: AdoptionDependencies, caller: Caller, items: Items) => {
  const titles = new Map<string, string>();
  for (const bookId of new Set(items.map((item) => item.bookId)))
    titles.set(bookId, (await findVisibleBook(deps, caller, bookId)).book.title);
  const classes = new Map((await listTaughtClasses(deps.db.orm, caller.reader.userId)).map(({ id, name }) => [id, name]));
  return items.map((item) => {
    const className = item.classId === undefined ? '' : classes.get(item.classId);
    if (className === undefined) throw new CodedError('class.notFound');
    return { ...item, className, bookTitle: titles.get(item.bookId) ?? '' };
  });
};

/**
 * Throws `adoption.notFound`, `adoption.stateChanged`, `adoption.changedElsewhere`, `adoption.tooMany`, `class.notFound`,
 * `catalog.bookNotFound`, `institution.notFound`.
 */
export const saveAdoptionList: UseCase<'saveAdoptionList', AdoptionDependencies> = async (
  deps,
  caller,
  { list, items, institutionId, term, note },
) => {
  const { db, clock } = deps;
  const teacherId = caller.reader.userId;
  await requireTeacherInstitution(deps, caller.reader, institutionId);
  const named = await nameItems(deps, caller, items);
  const now = clock.now();
  const id = list?.id ?? newId(now);
  await db.transaction(async (tx) => {
    await lockAdoptionsOf(tx, teacherId);
    if (list === undefined) {
      const max = LIMITS.adoptionListsPerTeacherMax;
      if ((await countAdoptionsOf(tx, teacherId)) >= max) throw new CodedError('adoption.tooMany', { max });
      await insertAdoption(tx, { id, teacherId, institutionId, term, note, createdAt: now });
    } else {
      const found = await requireOwnAdoption(tx, teacherId, id, EDITABLE);
      if (found.rev !== list.rev) throw new CodedError('adoption.changedElsewhere');
      await updateAdoption(tx, { ...found, institutionId, term, note }, now);
    }
    await replaceItems(tx, id, named);
  });
  return { payload: await readOwnAdoption(deps, teacherId, id), say: '已保存' };
};
