/** What editors do with the places of the front page. */
import { CodedError, type HomeSlotRecord, newId, type ParsedInputOf, type saveHomeSlot as saveHomeSlotOperation } from '@shufang/contract';
import { changeBetween, type Operator, recordAct } from '../../platform/audit.ts';
import type { Queryable } from '../../platform/database.ts';
import {
  arrangeSlotRows,
  deleteSlot,
  findCollectionById,
  findSlotById,
  type HomeSlot,
  listAllSlots,
  listCollectionEntries,
  upsertSlot,
} from './collection-store.ts';
import { findBook } from './find-books.ts';
import { type CurationDependencies, chosenPicture } from './save-collection.ts';
import { booksOfEntries, isListed, pictureAddress } from './view-collections.ts';

/** Begins with one `/` and stays within the product; never `//elsewhere`. */
const OWN_ADDRESS = /^\/(?![/\\])[^\s\\]*$/;

const invalid = (reason: string): CodedError => new CodedError('request.invalid', { reason });

/** What the target is called, empty for an address; undefined once it is gone. */
const titleOfTarget = async (
  db: Queryable,
  { targetType, target }: Pick<HomeSlot, 'targetType' | 'target'>,
): Promise<string | undefined> => {
  if (targetType === 'book') return (await findBook(db, target))?.title;
  if (targetType === 'collection') return (await findCollectionById(db, target))?.title;
  return '';
};

/** What keeps a place from readers that leads to something that is there. The front page leaves out the same (`get-home.ts`). */
const obstacleOf = async (
  db: Queryable,
  { targetType, target }: Pick<HomeSlot, 'targetType' | 'target'>,
): Promise<HomeSlotRecord['obstacle']> => {
  if (targetType === 'book') {
    const book = await findBook(db, target);
    return book === undefined || isListed(book) ? undefined : 'bookOffShelf';
  }
  const collection = targetType === 'collection' ? await findCollectionById(db, target) : undefined;
  if (collection === undefined) return undefined;
  if (!collection.visible) return 'collectionHidden';
  const books = await booksOfEntries(db, await listCollectionEntries(db, [target]));
  return [...books.values()].some(isListed) ? undefined : 'collectionEmpty';
};

const checkTarget = async (db: Queryable, slot: HomeSlot): Promise<void> => {
  if (slot.targetType === 'page') {
    if (!OWN_ADDRESS.test(slot.target)) throw invalid('地址须以一个 / 开头，且在本站之内');
    if (slot.title === '') throw invalid('指向页面的位置须填写标题');
  } else if ((await titleOfTarget(db, slot)) === undefined) {
    throw new CodedError(slot.targetType === 'book' ? 'catalog.bookNotFound' : 'catalog.collectionNotFound');
  }
  if (slot.slot === 'row' && slot.targetType !== 'collection') throw invalid('首页的一行须指向专题或书单');
  if (slot.startAt !== undefined && slot.endAt !== undefined && slot.startAt >= slot.endAt) throw invalid('结束时间须在开始时间之后');
};

const toRecord = async (db: Queryable, { picture, startAt, endAt, ...slot }: HomeSlot): Promise<HomeSlotRecord> => {
  const [targetTitle, obstacle] = await Promise.all([titleOfTarget(db, slot), obstacleOf(db, slot)]);
  return {
    ...slot,
    ...pictureAddress(picture),
    ...(targetTitle === undefined ? {} : { targetTitle }),
    ...(obstacle === undefined ? {} : { obstacle }),
    ...(startAt === undefined ? {} : { startAt }),
    ...(endAt === undefined ? {} : { endAt }),
  };
};

export const listHomeSlots = async ({ db }: CurationDependencies): Promise<HomeSlotRecord[]> =>
  Promise.all((await listAllSlots(db.orm)).map((slot) => toRecord(db.orm, slot)));

const moment = (given: number | null | undefined, before: number | undefined): number | undefined =>
  given === undefined ? before : (given ?? undefined);

/** Throws `catalog.slotNotFound`, `request.invalid` for a target that leads out of the product or nowhere. */
export const saveHomeSlot = async (
  deps: CurationDependencies,
  operator: Operator,
  input: ParsedInputOf<typeof saveHomeSlotOperation>,
): Promise<HomeSlotRecord> => {
  const { db } = deps;
  const before = input.id === undefined ? undefined : await findSlotById(db.orm, input.id);
  if (input.id !== undefined && before === undefined) throw new CodedError('catalog.slotNotFound');
  const targetType = input.targetType ?? before?.targetType;
  const target = input.target ?? before?.target;
  if (targetType === undefined || target === undefined) throw invalid('请填写指向');
  const now = deps.clock.now();
  const slot: HomeSlot = {
    id: before?.id ?? newId(now),
    slot: input.slot ?? before?.slot ?? 'banner',
    targetType,
    target,
    title: input.title ?? before?.title ?? '',
    lead: input.lead ?? before?.lead ?? '',
    picture: await chosenPicture(deps, operator, input.pictureFileId, before?.picture),
    visible: input.visible ?? before?.visible ?? true,
    startAt: moment(input.startAt, before?.startAt),
    endAt: moment(input.endAt, before?.endAt),
  };
  await checkTarget(db.orm, slot);
  await db.transaction(async (tx) => {
    await upsertSlot(tx, slot, now);
    const facts = changeBetween({ ...before }, { ...slot });
    await recordAct(tx, operator, { act: 'slot.save', target: { kind: 'homeSlot', id: slot.id, name: slot.title }, ...facts }, now);
  });
  return toRecord(db.orm, slot);
};

export const removeHomeSlot = ({ db, clock }: CurationDependencies, operator: Operator, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const known = await findSlotById(tx, id);
    if (known === undefined || !(await deleteSlot(tx, id))) throw new CodedError('catalog.slotNotFound');
    const target = { kind: 'homeSlot', id, name: known.title } as const;
    await recordAct(tx, operator, { act: 'slot.remove', target, before: { ...known } }, clock.now());
  });

export const arrangeHomeSlots = ({ db, clock }: CurationDependencies, operator: Operator, ids: readonly string[]): Promise<void> =>
  db.transaction(async (tx) => {
    await arrangeSlotRows(tx, ids);
    const target = { kind: 'homeSlot', id: ids[0] ?? '' } as const;
    await recordAct(tx, operator, { act: 'slot.arrange', target, after: { ids } }, clock.now());
  });
