/** What editors do with collections. */
import {
  CodedError,
  type CollectionRecord,
  newId,
  type ParsedInputOf,
  type saveCollection as saveCollectionOperation,
} from '@shufang/contract';
import { changeBetween, type Operator, recordAct } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { booksWithin, publishersOfBooks } from '../media/publication/books-within.ts';
import {
  arrangeCollectionRows,
  type CatalogPicture,
  type Collection,
  deleteCollection,
  findCollectionById,
  listAllCollections,
  listCollectionEntries,
  replaceCollectionEntries,
  upsertCollection,
} from './collection-store.ts';
import { findBooks } from './find-books.ts';
import { booksOfEntries, pictureAddress } from './view-collections.ts';

export interface CurationDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** A picture this person uploaded. Throws `file.notFound`. */
  readonly findPicture: (ownerId: string, fileId: string) => Promise<CatalogPicture>;
}

const toRecords = async (db: Queryable, collections: readonly Collection[], bounds: Bounds | undefined): Promise<CollectionRecord[]> => {
  const entries = await listCollectionEntries(
    db,
    collections.map((one) => one.id),
  );
  const books = await booksOfEntries(db, entries);
  const inReach = await booksWithin(db, [...books.keys()], bounds);
  return collections.map(({ picture, publisher: _publisher, ...one }) => ({
    ...one,
    ...pictureAddress(picture),
    items: entries.flatMap(({ collectionId, bookId, note }) => {
      const book = collectionId === one.id && inReach.has(bookId) ? books.get(bookId) : undefined;
      return book === undefined ? [] : [{ bookId, title: book.title, shelfState: book.shelfState, note }];
    }),
  }));
};

export const listCollectionRecords = async ({ db }: CurationDependencies, bounds: Bounds | undefined): Promise<CollectionRecord[]> =>
  toRecords(db.orm, await listAllCollections(db.orm, bounds), bounds);

/** `fileId` absent: as it was; `null`: none. */
export const chosenPicture = async (
  deps: CurationDependencies,
  operator: Operator,
  fileId: string | null | undefined,
  before: CatalogPicture | undefined,
): Promise<CatalogPicture | undefined> => {
  if (fileId === undefined) return before;
  if (fileId === null) return undefined;
  // Only who sits at the desk has pictures of their own.
  return deps.findPicture(operator === 'commandLine' ? '' : operator.userId, fileId);
};

/** Every book once, where it was named first. Throws `catalog.bookNotFound`. */
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
 * Whose the collection is with these books. One that somebody of a publisher makes is that publisher's, and holds no other's books. Who
 * looks after the whole platform may put others' books into it: then it is the platform's. Throws `catalog.bookNotFound`.
 */
const ownerWith = async (
  db: Queryable,
  before: Collection | undefined,
  bookIds: readonly string[] | undefined,
  bounds: Bounds | undefined,
): Promise<string | undefined> => {
  const publishers = bookIds === undefined || bookIds.length === 0 ? [] : await publishersOfBooks(db, bookIds);
  const owner = before === undefined ? bounds && (publishers[0] ?? bounds.publishers[0] ?? '') : before.publisher;
  if (owner === undefined || publishers.every((name) => name === owner)) {
    if (bounds !== undefined && !bounds.publishers.includes(owner ?? '')) throw new CodedError('catalog.bookNotFound');
    return owner;
  }
  if (bounds !== undefined) throw new CodedError('catalog.bookNotFound');
  return undefined;
};

export const saveCollection = async (
  deps: CurationDependencies,
  operator: Operator,
  input: ParsedInputOf<typeof saveCollectionOperation>,
  bounds?: Bounds,
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
    picture: await chosenPicture(deps, operator, input.pictureFileId, before?.picture),
    visible: input.visible ?? before?.visible ?? false,
    publisher: await ownerWith(
      db.orm,
      before,
      items?.map((item) => item.bookId),
      bounds,
    ),
  };
  await db.transaction(async (tx) => {
    await upsertCollection(tx, { ...one, now });
    if (items !== undefined) await replaceCollectionEntries(tx, one.id, items);
    const facts = changeBetween({ ...before }, { ...one, ...(items === undefined ? {} : { books: items.map(({ bookId }) => bookId) }) });
    await recordAct(tx, operator, { act: 'collection.save', target: { kind: 'collection', id: one.id, name: title }, ...facts }, now);
  });
  const [record] = await toRecords(db.orm, [{ ...one, updatedAt: now }], bounds);
  if (record === undefined) throw new CodedError('catalog.collectionNotFound');
  return record;
};

export const removeCollection = ({ db, clock }: CurationDependencies, operator: Operator, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const known = await findCollectionById(tx, id);
    if (known === undefined || !(await deleteCollection(tx, id))) throw new CodedError('catalog.collectionNotFound');
    const target = { kind: 'collection', id, name: known.title } as const;
    await recordAct(tx, operator, { act: 'collection.remove', target, before: { ...known } }, clock.now());
  });

export const arrangeCollections = ({ db, clock }: CurationDependencies, operator: Operator, ids: readonly string[]): Promise<void> =>
  db.transaction(async (tx) => {
    await arrangeCollectionRows(tx, ids);
    const target = { kind: 'collection', id: ids[0] ?? '' } as const;
    await recordAct(tx, operator, { act: 'collection.arrange', target, after: { ids } }, clock.now());
  });
