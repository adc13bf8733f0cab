/** Changes books and groups of the caller's shelf. */
import { CodedError } from '@shufang/contract';
import type { UseCase, UseCaseInput } from '../../platform/http/register.ts';
import type { BookshelfDependencies } from './bookshelf-dependencies.ts';
import { BOOKSHELF_LIMITS } from './limits.ts';
import { pushShelfChanges, type ShelfChange, stampAfter } from './push-shelf-changes.ts';
import { countShelfGroups, listShelfGroups, listShelfItems } from './store.ts';

type Changes = UseCaseInput<'setShelf'>;

/** Validates all changes before anything is written. Throws `catalog.bookNotFound`, `sync.opInvalid`. */
const checkChanges = async (
  dependencies: BookshelfDependencies,
  userId: string,
  { items, groups }: Changes,
  existingGroups: ReadonlySet<string>,
): Promise<void> => {
  for (const bookId of new Set(items.map((item) => item.bookId))) {
    if (!(await dependencies.bookExists(bookId))) throw new CodedError('catalog.bookNotFound');
  }
  const added = groups.filter(({ id, remove }) => remove !== true && !existingGroups.has(id));
  if (added.some(({ name }) => name === undefined)) throw new CodedError('sync.opInvalid', { reason: '新的分组缺少名称' });
  if (added.length > 0 && (await countShelfGroups(dependencies.db.orm, userId)) + added.length > BOOKSHELF_LIMITS.shelfGroupsMax) {
    throw new CodedError('sync.opInvalid', { reason: `分组最多 ${BOOKSHELF_LIMITS.shelfGroupsMax} 个` });
  }
};

/** Changes books and groups of the shelf, and returns them as stored. Throws `catalog.bookNotFound`, `sync.opInvalid`. */
export const setShelf: UseCase<'setShelf', BookshelfDependencies> = async (dependencies, caller, input) => {
  const { userId } = caller.reader;
  const db = dependencies.db.orm;
  const bookIds = input.items.map((item) => item.bookId);
  const groupIds = input.groups.map((group) => group.id);
  const [items, groups] = await Promise.all([listShelfItems(db, userId, bookIds), listShelfGroups(db, userId, groupIds)]);
  await checkChanges(dependencies, userId, input, new Set(groups.map(({ fields }) => fields.id)));
  const now = dependencies.clock.now();
  const hlc = stampAfter(
    [...items, ...groups].map(({ clocks }) => clocks),
    now,
  );
  await pushShelfChanges(dependencies, userId, hlc, [
    ...input.groups.map(
      ({ id, remove, ...fields }): ShelfChange =>
        remove === true
          ? { entity: 'shelfGroup', entityId: id, kind: 'del', fields: {} }
          : { entity: 'shelfGroup', entityId: id, kind: 'put', fields: { ...fields, deletedAt: null } },
    ),
    ...input.items.map(({ bookId, leaveRecent, ...fields }): ShelfChange => {
      const joins = fields.onShelf === true && items.find(({ fields: stored }) => stored.bookId === bookId)?.fields.onShelf !== true;
      return {
        entity: 'shelfItem',
        entityId: bookId,
        kind: 'put',
        fields: { ...fields, ...(joins ? { addedAt: now } : {}), ...(leaveRecent === true ? { leftRecentAt: now } : {}) },
      };
    }),
  ]);
  const [itemsNow, groupsNow] = await Promise.all([listShelfItems(db, userId, bookIds), listShelfGroups(db, userId, groupIds)]);
  return { items: itemsNow.map(({ fields }) => fields), groups: groupsNow.map(({ fields }) => fields) };
};
