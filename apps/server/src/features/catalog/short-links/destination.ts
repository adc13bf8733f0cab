/** Determines the page to which a short code leads. */
import { encodeLocatorParam, isProductPath } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import { findReleasedVersion } from '../../publication/versions/read-version.ts';
import { findCollectionById } from '../collections/collection-store.ts';
import { findBook } from '../find-books.ts';
import { asPrinted } from './short-code.ts';
import { findBlockDocument, findLink, type StoredLink } from './short-link-store.ts';

interface Destination {
  readonly path: string;
  readonly exact: boolean;
}

/**
 * Returns the path of a block. If the current version does not have the block, returns the fallback, or else the page of the book. Returns
 * undefined for an unknown book or a draft.
 */
const destinationOfBlock = async (db: Queryable, target: string, fallbackUrl: string): Promise<Destination | undefined> => {
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

/** Returns the destination of a link; undefined if its target is hidden or unknown. */
export const destinationOf = async (
  db: Queryable,
  { targetType, targetId, fallbackUrl }: Pick<StoredLink, 'targetType' | 'targetId' | 'fallbackUrl'>,
): Promise<Destination | undefined> => {
  switch (targetType) {
    case 'page':
      return isProductPath(targetId) ? { path: targetId, exact: true } : undefined;
    case 'book': {
      const book = await findBook(db, targetId);
      return book === undefined || book.shelfState === 'draft' ? undefined : { path: `/course/info/${targetId}`, exact: true };
    }
    case 'collection':
      return (await findCollectionById(db, targetId))?.visible ? { path: `/book/collection/${targetId}`, exact: true } : undefined;
    case 'block':
      return destinationOfBlock(db, targetId, fallbackUrl);
  }
};

/**
 * Returns the link of a short code and its destination. Returns undefined for an unknown code; the destination is undefined if the target
 * is unavailable.
 */
export const findDestination = async (
  db: Queryable,
  typed: string,
): Promise<{ readonly code: string; readonly destination: Destination | undefined } | undefined> => {
  const link = await findLink(db, asPrinted(typed));
  if (link === undefined) return undefined;
  // Formerly a fallback could be outside the product; such a stored fallback is ignored.
  const fallbackUrl = isProductPath(link.fallbackUrl) ? link.fallbackUrl : '';
  const destination = await destinationOf(db, { ...link, fallbackUrl });
  return { code: link.code, destination: destination ?? (fallbackUrl === '' ? undefined : { path: fallbackUrl, exact: false }) };
};

/** Returns whether `resolveShortLink` would succeed, without counting a visit. */
export const leadsSomewhere = async (db: Queryable, code: string): Promise<boolean> =>
  /^[0-9A-Za-z]{4,16}$/.test(code) && (await findDestination(db, code))?.destination !== undefined;
