/** Short codes printed in books: made by editors, led elsewhere when a target moves, resolved for anybody for ever. */
import { randomBytes } from 'node:crypto';
import {
  ACTIVATION_CODE_ALPHABET,
  CodedError,
  type createShortLinks as createOperation,
  encodeLocatorParam,
  type listShortLinks as listOperation,
  type OutputOf,
  type ParsedInputOf,
  type resolveShortLink as resolveOperation,
  type retargetShortLink as retargetOperation,
  type ShortLink,
} from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { findReleasedVersion } from '../media/publication/read-publication.ts';
import { findCollectionById } from './collection-store.ts';
import { findBook } from './find-books.ts';
import { countVisit, findBlockDocument, findLink, insertLink, listLinks, type StoredLink, updateLink } from './short-link-store.ts';

export interface ShortLinkDependencies {
  readonly db: Queryable;
  readonly clock: Clock;
  /** For the whole address that is printed. */
  readonly publicUrl: string;
}

const CODE_CHARS = 8;

/** 40 random bits in the alphabet nobody mixes up. */
const makeCode = (): string => Array.from(randomBytes(CODE_CHARS), (byte) => ACTIVATION_CODE_ALPHABET[byte % 32]).join('');

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

const wayOf = async (db: Queryable, { targetType, targetId, fallbackUrl }: StoredLink): Promise<Way | undefined> => {
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

/** A page is a path within the product, a block names its book. Throws `request.invalid`. */
const requireTarget = ({ targetType, targetId }: Pick<StoredLink, 'targetType' | 'targetId'>): void => {
  const isFit = targetType === 'page' ? /^\/(?![/\\])/.test(targetId) : targetType !== 'block' || /^[0-9a-zA-Z]+#\S+$/.test(targetId);
  if (!isFit) throw new CodedError('request.invalid', { reason: '短码去向有误' });
};

export const createShortLinks = async (
  deps: ShortLinkDependencies,
  operator: DeskOperator,
  { links }: ParsedInputOf<typeof createOperation>,
): Promise<OutputOf<typeof createOperation>> => {
  const now = deps.clock.now();
  for (const wish of links) requireTarget(wish);
  const items: ShortLink[] = [];
  for (const wish of links) {
    const base = { ...wish, hits: 0, lastOkAt: undefined, createdAt: now };
    let link: StoredLink = { ...base, code: makeCode() };
    while (!(await insertLink(deps.db, link, operator.userId))) link = { ...base, code: makeCode() };
    items.push(view(deps, link));
  }
  const codes = items.map(({ code }) => code);
  await recordAct(deps.db, operator, { act: 'shortLink.create', target: { kind: 'shortLink', id: codes[0] ?? '' }, after: { codes } }, now);
  return { items };
};

/** Throws `catalog.shortLinkUnknown`. */
export const retargetShortLink = async (
  deps: ShortLinkDependencies,
  operator: DeskOperator,
  input: ParsedInputOf<typeof retargetOperation>,
): Promise<OutputOf<typeof retargetOperation>> => {
  requireTarget(input);
  const link = await updateLink(deps.db, { ...input, code: asPrinted(input.code) });
  if (link === undefined) throw new CodedError('catalog.shortLinkUnknown');
  const { targetType, targetId, fallbackUrl, label } = link;
  const after = { targetType, targetId, fallbackUrl, label };
  await recordAct(deps.db, operator, { act: 'shortLink.retarget', target: { kind: 'shortLink', id: link.code }, after }, deps.clock.now());
  return { link: view(deps, link) };
};

export const listShortLinks = async (
  deps: ShortLinkDependencies,
  { cursor, limit }: ParsedInputOf<typeof listOperation>,
): Promise<OutputOf<typeof listOperation>> => {
  const [, createdAt, code] = /^(\d{1,15}) ([0-9A-Z]{4,16})$/.exec(Buffer.from(cursor ?? '', 'base64url').toString('utf8')) ?? [];
  if (cursor !== undefined && (createdAt === undefined || code === undefined))
    throw new CodedError('request.invalid', { reason: 'cursor 有误' });
  const after = createdAt === undefined || code === undefined ? undefined : { createdAt: Number(createdAt), code };
  const found = await listLinks(deps.db, after, limit + 1);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((link) => view(deps, link)),
    ...(found.length > limit && last !== undefined ? { next: Buffer.from(`${last.createdAt} ${last.code}`).toString('base64url') } : {}),
  };
};
