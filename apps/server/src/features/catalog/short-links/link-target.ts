/** Validates the targets of short links and determines who owns them. */
import { CodedError, type ErrorCode, isProductPath } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import { isWithin, type Owner } from '../../authorization/access-scope.ts';
import { publishersOfBooks } from '../../publication/versions/publisher-scope.ts';
import { findCollectionById, ownerOfCollection } from '../collections/collection-store.ts';
import { asPrinted } from './short-code.ts';
import { findLink, type StoredLink } from './short-link-store.ts';
import { bookIdOf } from './short-link-view.ts';

/** Checks a target: a page must be a path within the product, and a block must name its book. Throws `request.invalid`. */
export const requireTarget = ({ targetType, targetId }: Pick<StoredLink, 'targetType' | 'targetId'>): void => {
  const isValid = targetType === 'page' ? isProductPath(targetId) : targetType !== 'block' || /^[0-9a-zA-Z]+#\S+$/.test(targetId);
  if (!isValid) throw new CodedError('request.invalid', { reason: '短码去向有误' });
};

/** Returns the owner of a target: the publishers of its book or collection. Pages of the product belong to the platform. */
const ownerOfTarget = async (db: Queryable, { targetType, targetId }: Pick<StoredLink, 'targetType' | 'targetId'>): Promise<Owner> => {
  switch (targetType) {
    case 'page':
      return { publishers: [] };
    case 'collection':
      return ownerOfCollection(await findCollectionById(db, targetId));
    case 'book':
    case 'block':
      return { publishers: await publishersOfBooks(db, [bookIdOf({ targetId })]) };
  }
};

/** Returns the owner of a short code, which is the owner of its target; undefined for an unknown code. */
export const ownerOfShortLink = async (db: Queryable, typed: string): Promise<Owner | undefined> => {
  const link = await findLink(db, asPrinted(typed));
  return link && ownerOfTarget(db, link);
};

const OUT_OF_SCOPE: Readonly<Record<StoredLink['targetType'], ErrorCode>> = {
  page: 'platformOnly',
  collection: 'catalog.collectionNotFound',
  book: 'catalog.bookNotFound',
  block: 'catalog.bookNotFound',
};

/** Throws if the target is not in the access scope: the not-found error of its kind, or `platformOnly` for a page. */
export const requireTargetInScope = async (
  db: Queryable,
  target: Pick<StoredLink, 'targetType' | 'targetId'>,
  accessScope: AccessScope | undefined,
): Promise<void> => {
  if (!isWithin(await ownerOfTarget(db, target), accessScope)) throw new CodedError(OUT_OF_SCOPE[target.targetType]);
};
