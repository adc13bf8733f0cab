/** Short codes printed in books: made by editors, led elsewhere when a target moves, resolved for anybody for ever. */
import { randomBytes } from 'node:crypto';
import {
  ACTIVATION_CODE_ALPHABET,
  CodedError,
  type createShortLinks as createOperation,
  type ErrorCode,
  encodeLocatorParam,
  type listShortLinks as listOperation,
  type NavigationEntry,
  type OutputOf,
  type ParsedInputOf,
  type listBookPlaces as placesOperation,
  type resolveShortLink as resolveOperation,
  type retargetShortLink as retargetOperation,
  type ShortLink,
} from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { isWithin, type Owner } from '../account/reach.ts';
import { publishersOfBooks } from '../media/publication/books-within.ts';
import { findReleasedVersion } from '../media/publication/read-publication.ts';
import { findCollectionById, ownerOfCollection } from './collection-store.ts';
import { findBook, findBooks } from './find-books.ts';
import {
  countVisit,
  findBlockDocument,
  findLink,
  insertLink,
  listLinks,
  listSegmentStarts,
  type StoredLink,
  updateLink,
} from './short-link-store.ts';

export interface ShortLinkDependencies {
  readonly db: Queryable;
  readonly clock: Clock;
  /** For the whole address that is printed. */
  readonly publicUrl: string;
}

const CODE_CHARS = 8;

/** 40 random bits in the alphabet nobody mixes up. */
export const makeCode = (): string => Array.from(randomBytes(CODE_CHARS), (byte) => ACTIVATION_CODE_ALPHABET[byte % 32]).join('');

/** Printed without I, L, O and U: what people read into a character is what it must have been. */
const asPrinted = (typed: string): string => typed.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');

interface Way {
  readonly path: string;
  readonly exact: boolean;
}

/** A book that readers can see; its page where the block is gone. */
const wayToBlock = async (db: Queryable, target: string, fallbackUrl: string): Promise<Way | undefined> => {
  const [bookId = '', blockId = ''] = target.split('#');
  const book = await findBook(db, bookId);
  if (book?.currentVersionId === undefined || book.shelfState === 'draft') return undefined;
  const [version, index] = await Promise.all([
    findReleasedVersion(db, book.currentVersionId),
    findBlockDocument(db, book.currentVersionId, blockId),
  ]);
  const href = index === undefined ? undefined : version?.manifest.readingOrder[index]?.href;
  if (href === undefined) return { path: fallbackUrl === '' ? `/course/info/${bookId}` : fallbackUrl, exact: false };
  return {
    path: `/course/learning/${bookId}?at=${encodeLocatorParam({ href, locations: { block: { blockId, offset: 0 } } })}`,
    exact: true,
  };
};

export const wayOf = async (
  db: Queryable,
  { targetType, targetId, fallbackUrl }: Pick<StoredLink, 'targetType' | 'targetId' | 'fallbackUrl'>,
): Promise<Way | undefined> => {
  switch (targetType) {
    case 'page':
      return { path: targetId, exact: true };
    case 'book': {
      const book = await findBook(db, targetId);
      return book === undefined || book.shelfState === 'draft' ? undefined : { path: `/course/info/${targetId}`, exact: true };
    }
    case 'collection':
      return (await findCollectionById(db, targetId))?.visible ? { path: `/book/collection/${targetId}`, exact: true } : undefined;
    case 'block':
      return wayToBlock(db, targetId, fallbackUrl);
  }
};

/** Throws `catalog.shortLinkUnknown` for a code that was never given, or whose target is gone with nothing to fall back to. */
export const resolveShortLink = async (deps: ShortLinkDependencies, typed: string): Promise<OutputOf<typeof resolveOperation>> => {
  const link = await findLink(deps.db, asPrinted(typed));
  if (link === undefined) throw new CodedError('catalog.shortLinkUnknown');
  const way = await wayOf(deps.db, link);
  await countVisit(deps.db, link.code, way?.exact ? deps.clock.now() : null);
  if (way !== undefined) return way;
  if (link.fallbackUrl === '') throw new CodedError('catalog.shortLinkUnknown');
  return { path: link.fallbackUrl, exact: false };
};

const view = ({ publicUrl }: ShortLinkDependencies, { lastOkAt, ...link }: StoredLink): ShortLink => ({
  ...link,
  address: `${publicUrl}/q/${link.code}`,
  ...(lastOkAt === undefined ? {} : { lastOkAt }),
});

const bookIdOf = ({ targetId }: Pick<StoredLink, 'targetId'>): string => targetId.split('#', 1)[0] ?? '';

const viewAll = async (deps: ShortLinkDependencies, links: readonly StoredLink[]): Promise<ShortLink[]> => {
  const inBooks = links.filter(({ targetType }) => targetType === 'book' || targetType === 'block');
  const books = await findBooks(deps.db, [...new Set(inBooks.map(bookIdOf))]);
  const titles = new Map(books.map(({ id, title }) => [id, title]));
  for (const id of new Set(links.flatMap((link) => (link.targetType === 'collection' ? link.targetId : [])))) {
    const collection = await findCollectionById(deps.db, id);
    if (collection !== undefined) titles.set(id, collection.title);
  }
  return links.map((link) => {
    const targetTitle = link.targetType === 'page' ? undefined : titles.get(bookIdOf(link));
    return { ...view(deps, link), ...(targetTitle === undefined ? {} : { targetTitle }) };
  });
};

/** A page is a path within the product, a block names its book. Throws `request.invalid`. */
const requireTarget = ({ targetType, targetId }: Pick<StoredLink, 'targetType' | 'targetId'>): void => {
  const isFit = targetType === 'page' ? /^\/(?![/\\])/.test(targetId) : targetType !== 'block' || /^[0-9a-zA-Z]+#\S+$/.test(targetId);
  if (!isFit) throw new CodedError('request.invalid', { reason: '短码去向有误' });
};

const NOBODYS: Owner = { publishers: [] };

/** A page of the product is the platform's. */
const ownerOfTarget = async (db: Queryable, { targetType, targetId }: Pick<StoredLink, 'targetType' | 'targetId'>): Promise<Owner> => {
  switch (targetType) {
    case 'page':
      return NOBODYS;
    case 'collection':
      return ownerOfCollection(await findCollectionById(db, targetId));
    case 'book':
    case 'block':
      return { publishers: await publishersOfBooks(db, [bookIdOf({ targetId })]) };
  }
};

/** Whose the code is: whose it leads to. Undefined for a code that was never given. */
export const ownerOfShortLink = async (db: Queryable, typed: string): Promise<Owner | undefined> => {
  const link = await findLink(db, asPrinted(typed));
  return link && ownerOfTarget(db, link);
};

const OUT_OF_REACH: Readonly<Record<StoredLink['targetType'], ErrorCode>> = {
  page: 'platformOnly',
  collection: 'catalog.collectionNotFound',
  book: 'catalog.bookNotFound',
  block: 'catalog.bookNotFound',
};

/** Nobody leads a printed code to what others look after. */
const requireTargetWithin = async (
  db: Queryable,
  target: Pick<StoredLink, 'targetType' | 'targetId'>,
  bounds: Bounds | undefined,
): Promise<void> => {
  if (!isWithin(await ownerOfTarget(db, target), bounds)) throw new CodedError(OUT_OF_REACH[target.targetType]);
};

export const createShortLinks = async (
  deps: ShortLinkDependencies,
  operator: DeskOperator,
  { links }: ParsedInputOf<typeof createOperation>,
  bounds: Bounds | undefined,
): Promise<OutputOf<typeof createOperation>> => {
  const now = deps.clock.now();
  for (const wish of links) {
    requireTarget(wish);
    await requireTargetWithin(deps.db, wish, bounds);
  }
  const made: StoredLink[] = [];
  for (const wish of links) {
    const base = { ...wish, hits: 0, lastOkAt: undefined, createdAt: now };
    let link: StoredLink = { ...base, code: makeCode() };
    while (!(await insertLink(deps.db, link, operator.userId))) link = { ...base, code: makeCode() };
    made.push(link);
  }
  const codes = made.map(({ code }) => code);
  await recordAct(deps.db, operator, { act: 'shortLink.create', target: { kind: 'shortLink', id: codes[0] ?? '' }, after: { codes } }, now);
  return { items: await viewAll(deps, made) };
};

/** Throws `catalog.shortLinkUnknown`. */
export const retargetShortLink = async (
  deps: ShortLinkDependencies,
  operator: DeskOperator,
  input: ParsedInputOf<typeof retargetOperation>,
  bounds: Bounds | undefined,
): Promise<OutputOf<typeof retargetOperation>> => {
  requireTarget(input);
  await requireTargetWithin(deps.db, input, bounds);
  const link = await updateLink(deps.db, { ...input, code: asPrinted(input.code) });
  if (link === undefined) throw new CodedError('catalog.shortLinkUnknown');
  const { targetType, targetId, fallbackUrl, label } = link;
  const after = { targetType, targetId, fallbackUrl, label };
  await recordAct(deps.db, operator, { act: 'shortLink.retarget', target: { kind: 'shortLink', id: link.code }, after }, deps.clock.now());
  const [shown] = await viewAll(deps, [link]);
  return { link: shown ?? view(deps, link) };
};

export const listShortLinks = async (
  deps: ShortLinkDependencies,
  { q, cursor, limit }: ParsedInputOf<typeof listOperation>,
  bounds: Bounds | undefined,
): Promise<OutputOf<typeof listOperation>> => {
  const [, createdAt, code] = /^(\d{1,15}) ([0-9A-Z]{4,16})$/.exec(Buffer.from(cursor ?? '', 'base64url').toString('utf8')) ?? [];
  if (cursor !== undefined && (createdAt === undefined || code === undefined))
    throw new CodedError('request.invalid', { reason: 'cursor 有误' });
  const after = createdAt === undefined || code === undefined ? undefined : { createdAt: Number(createdAt), code };
  const found = await listLinks(deps.db, q, { after, limit: limit + 1 }, bounds);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: await viewAll(deps, shown),
    ...(found.length > limit && last !== undefined ? { next: Buffer.from(`${last.createdAt} ${last.code}`).toString('base64url') } : {}),
  };
};

type Places = OutputOf<typeof placesOperation>;

/** Chapters that begin with the same block are one: the first of them. Throws `catalog.bookNotFound`. */
export const listBookPlaces = async ({ db }: Pick<ShortLinkDependencies, 'db'>, bookId: string): Promise<Places> => {
  const book = await findBook(db, bookId);
  const version = book?.currentVersionId === undefined ? undefined : await findReleasedVersion(db, book.currentVersionId);
  if (version === undefined) throw new CodedError('catalog.bookNotFound');
  const starts = new Map(
    (await listSegmentStarts(db, version.id)).map(({ documentIndex, segmentIndex, blockId }) => [
      `${documentIndex} ${segmentIndex}`,
      blockId,
    ]),
  );
  const blocks = new Map<string, string>();
  for (const [documentIndex, { segments }] of version.manifest.readingOrder.entries()) {
    for (const [segmentIndex, { href }] of segments.entries()) {
      const blockId = starts.get(`${documentIndex} ${segmentIndex}`);
      if (blockId !== undefined) blocks.set(href, blockId);
    }
  }
  const seen = new Set<string>();
  const walk = (entries: readonly NavigationEntry[], level: number): Places['items'] =>
    entries.flatMap(({ title, href, children = [] }) => {
      const blockId = href === undefined ? undefined : blocks.get(href.replace(/#.*$/, ''));
      const own = blockId === undefined || seen.has(blockId) ? [] : [{ title, level, blockId }];
      if (blockId !== undefined) seen.add(blockId);
      return [...own, ...walk(children, level + 1)];
    });
  return { items: walk(version.manifest.toc, 1) };
};
