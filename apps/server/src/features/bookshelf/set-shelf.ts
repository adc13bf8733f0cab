/** Changes to the shelf that come by a call and not from a device's outbox: written as ops of sync, so that every device learns of them. */
import {
  CodedError,
  type ErrorCode,
  type FavoriteTarget,
  favoriteId,
  type Hlc,
  LIMITS,
  newId,
  nextHlc,
  type OutputOf,
  type ParsedInputOf,
  type SyncOp,
  type setShelf as setShelfOperation,
} from '@shufang/contract';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import type { ShelfDependencies } from './shelf-dependencies.ts';
import { countShelfGroups, listFavoriteRecords, listShelfGroups, listShelfItems } from './store.ts';

/** Stands where a device's id does. */
export const SERVER_DEVICE = 'server';

type Wish = Pick<SyncOp, 'entity' | 'entityId' | 'kind' | 'fields'>;

/** What a person wishes now is later than everything they could see. */
const stampAfter = (clocks: readonly Readonly<Record<string, Hlc>>[], now: number): Hlc => {
  const latest = clocks
    .flatMap((each) => Object.values(each))
    .reduce<Hlc | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined);
  return nextHlc(latest, now, SERVER_DEVICE);
};

/** Each later than the one before. What can be refused was asked before: throws when it is refused all the same. */
const pushWishes = async (deps: ShelfDependencies, userId: string, first: Hlc, wishes: readonly Wish[]): Promise<void> => {
  const now = deps.clock.now();
  let hlc = first;
  const ops = wishes.map((wish): SyncOp => {
    const op = { ...wish, id: newId(now), hlc };
    hlc = nextHlc(hlc, now, SERVER_DEVICE);
    return op;
  });
  const results = await deps.push(userId, ops);
  const refused = results.find((result) => result.status === 'rejected');
  if (refused === undefined) return;
  throw new CodedError('sync.opInvalid', { reason: (refused.message ?? '').replace(/^这条更改无法保存：/, '') });
};

type Changes = ParsedInputOf<typeof setShelfOperation>;

/** Everything that would be refused, before anything is written. */
const checkChanges = async (
  deps: ShelfDependencies,
  userId: string,
  { items, groups }: Changes,
  knownGroups: ReadonlySet<string>,
): Promise<void> => {
  for (const bookId of new Set(items.map((item) => item.bookId))) {
    if (!(await deps.bookExists(bookId))) throw new CodedError('catalog.bookNotFound');
  }
  const made = groups.filter(({ id, remove }) => remove !== true && !knownGroups.has(id));
  if (made.some(({ name }) => name === undefined)) throw new CodedError('sync.opInvalid', { reason: '新的分组缺少名称' });
  if (made.length > 0 && (await countShelfGroups(deps.db.orm, userId)) + made.length > LIMITS.shelfGroupsMax) {
    throw new CodedError('sync.opInvalid', { reason: `分组最多 ${LIMITS.shelfGroupsMax} 个` });
  }
};

/** Throws `catalog.bookNotFound`, `sync.opInvalid`; nothing is written then. */
export const setShelf = async (
  deps: ShelfDependencies,
  { reader }: ReaderContext,
  input: Changes,
): Promise<OutputOf<typeof setShelfOperation>> => {
  const { userId } = reader;
  const db = deps.db.orm;
  const bookIds = input.items.map((item) => item.bookId);
  const groupIds = input.groups.map((group) => group.id);
  const [items, groups] = await Promise.all([listShelfItems(db, userId, bookIds), listShelfGroups(db, userId, groupIds)]);
  await checkChanges(deps, userId, input, new Set(groups.map(({ fields }) => fields.id)));
  const now = deps.clock.now();
  const hlc = stampAfter(
    [...items, ...groups].map(({ clocks }) => clocks),
    now,
  );
  await pushWishes(deps, userId, hlc, [
    ...input.groups.map(
      ({ id, remove, ...fields }): Wish =>
        remove === true
          ? { entity: 'shelfGroup', entityId: id, kind: 'del', fields: {} }
          : { entity: 'shelfGroup', entityId: id, kind: 'put', fields: { ...fields, deletedAt: null } },
    ),
    ...input.items.map(({ bookId, leaveRecent, ...fields }): Wish => {
      const joins = fields.onShelf === true && items.find(({ fields: kept }) => kept.bookId === bookId)?.fields.onShelf !== true;
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

const isThere = async (deps: ShelfDependencies, context: ReaderContext, type: FavoriteTarget, id: string): Promise<boolean> =>
  type === 'book' ? (await deps.standingCards(context, [id])).has(id) : (await deps.collectionCards(context, [id])).has(id);

const notFound: Record<FavoriteTarget, ErrorCode> = { book: 'catalog.bookNotFound', collection: 'catalog.collectionNotFound' };

/** `on` absent: the other way round than it is. Throws when what is not there is to become a favourite. */
export const setFavorite = async (
  deps: ShelfDependencies,
  context: ReaderContext,
  wish: { targetType: FavoriteTarget; targetId: string; on?: boolean | undefined },
): Promise<boolean> => {
  const { userId } = context.reader;
  const { targetType, targetId } = wish;
  const [current] = (await listFavoriteRecords(deps.db.orm, userId, [targetId])).filter(({ fields }) => fields.targetType === targetType);
  const is = current !== undefined && current.fields.deletedAt === undefined;
  const on = wish.on ?? !is;
  if (on === is) return is;
  if (on && !(await isThere(deps, context, targetType, targetId))) throw new CodedError(notFound[targetType]);
  const now = deps.clock.now();
  const price = on && targetType === 'book' ? (await deps.standingCards(context, [targetId])).get(targetId)?.book.priceFen : undefined;
  await pushWishes(deps, userId, stampAfter(current === undefined ? [] : [current.clocks], now), [
    {
      entity: 'favorite',
      entityId: favoriteId(targetType, targetId),
      kind: on ? 'put' : 'del',
      fields: on ? { addedAt: now, deletedAt: null, ...(price === undefined ? {} : { priceFen: price }) } : {},
    },
  ]);
  return on;
};
