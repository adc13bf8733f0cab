/** Adds or changes a collection. */
import { CodedError, type CollectionRecord, newId } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import type { UseCase, UseCaseInput } from '../../../platform/http/register.ts';
import { changeBetween, type Operator, operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import { publishersOfBooks } from '../../publication/versions/publisher-scope.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { findBooks } from '../find-books.ts';
import { chosenImage } from './chosen-image.ts';
import { toCollectionRecords } from './collection-records.ts';
import { type Collection, findCollectionById, replaceCollectionEntries, upsertCollection } from './collection-store.ts';

type Dependencies = Pick<CatalogDependencies, 'db' | 'clock' | 'findPicture'>;

/** Returns the items with each book once, at its first occurrence. Throws `catalog.bookNotFound`. */
const checkedItems = async (db: Queryable, items: readonly { bookId: string; note: string }[]) => {
  const once = items.filter((item, index) => items.findIndex((earlier) => earlier.bookId === item.bookId) === index);
  const found = await findBooks(
    db,
    once.map((item) => item.bookId),
  );
  if (found.length < once.length) throw new CodedError('catalog.bookNotFound');
  return once;
};

/**
 * Returns the owner of a collection with these books. A collection made by an operator of a publisher belongs to it and contains only
 * its books. An operator of the platform may add others' books; the platform then owns it. Throws `catalog.bookNotFound`.
 */
const ownerOfItems = async (
  db: Queryable,
  before: Collection | undefined,
  bookIds: readonly string[] | undefined,
  accessScope: AccessScope | undefined,
): Promise<string | undefined> => {
  const publishers = bookIds === undefined || bookIds.length === 0 ? [] : await publishersOfBooks(db, bookIds);
  const owner = before === undefined ? accessScope && (publishers[0] ?? accessScope.publishers[0] ?? '') : before.publisher;
  if (owner === undefined || publishers.every((name) => name === owner)) {
    if (accessScope !== undefined && !accessScope.publishers.includes(owner ?? '')) throw new CodedError('catalog.bookNotFound');
    return owner;
  }
  if (accessScope !== undefined) throw new CodedError('catalog.bookNotFound');
  return undefined;
};

/**
 * Saves the collection. Throws `catalog.collectionNotFound`, `catalog.bookNotFound`, `file.notFound`, and `request.invalid` for a new
 * collection without a title.
 */
export const saveCollectionAs = async (
  deps: Dependencies,
  operator: Operator,
  input: UseCaseInput<'saveCollection'>,
  accessScope?: AccessScope,
): Promise<CollectionRecord> => {
  const { db } = deps;
  const before = input.id === undefined ? undefined : await findCollectionById(db.orm, input.id);
  if (input.id !== undefined && before === undefined) throw new CodedError('catalog.collectionNotFound');
  const title = input.title ?? before?.title;
  if (title === undefined) throw new CodedError('request.invalid', { reason: '请填写名称' });
  const items = input.items === undefined ? undefined : await checkedItems(db.orm, input.items);
  const now = deps.clock.now();
  const one = {
    id: before?.id ?? newId(now),
    kind: input.kind ?? before?.kind ?? 'list',
    title,
    intro: input.intro ?? before?.intro ?? '',
    curator: input.curator ?? before?.curator ?? '',
    picture: await chosenImage(deps, operator, input.pictureFileId, before?.picture),
    visible: input.visible ?? before?.visible ?? false,
    publisher: await ownerOfItems(
      db.orm,
      before,
      items?.map((item) => item.bookId),
      accessScope,
    ),
  };
  await db.transaction(async (tx) => {
    await upsertCollection(tx, { ...one, now });
    if (items !== undefined) await replaceCollectionEntries(tx, one.id, items);
    const facts = changeBetween({ ...before }, { ...one, ...(items === undefined ? {} : { books: items.map(({ bookId }) => bookId) }) });
    await recordAuditEvent(
      tx,
      operator,
      { action: 'collection.save', target: { kind: 'collection', id: one.id, name: title }, ...facts },
      now,
    );
  });
  const [record] = await toCollectionRecords(db.orm, [{ ...one, updatedAt: now }], accessScope);
  if (record === undefined) throw new CodedError('catalog.collectionNotFound');
  return record;
};

export const saveCollection: UseCase<'saveCollection', Dependencies> = async (dependencies, caller, input) => {
  const payload = await saveCollectionAs(dependencies, operatorOf(caller), input, caller.accessScope);
  return { payload, say: `已保存《${payload.title}》` };
};
