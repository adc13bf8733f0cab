/**
 * Returns the short URL of a book, position or collection for sharing. Each target has one code, which is created when it is first shared.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { destinationOf } from './destination.ts';
import { makeCode } from './short-code.ts';
import { findSharedLink, insertSharedLink, type StoredLink } from './short-link-store.ts';

/**
 * Returns the short URL. Throws `catalog.bookNotFound`, `catalog.collectionNotFound` for hidden targets; an unknown position is shared as
 * its book.
 */
export const shareLink: UseCase<'shareLink', Pick<CatalogDependencies, 'db' | 'clock' | 'publicUrl'>> = async (
  { db, clock, publicUrl },
  _caller,
  { targetType, targetId },
) => {
  const destination = await destinationOf(db.orm, { targetType, targetId, fallbackUrl: '' });
  if (destination === undefined) throw new CodedError(targetType === 'collection' ? 'catalog.collectionNotFound' : 'catalog.bookNotFound');
  const [bookId = ''] = targetId.split('#');
  const target = destination.exact ? { targetType, targetId } : { targetType: 'book' as const, targetId: bookId };
  const urlOf = ({ code }: StoredLink) => ({ address: `${publicUrl}/q/${code}` });
  for (;;) {
    const existing = await findSharedLink(db.orm, target);
    if (existing !== undefined) return urlOf(existing);
    const now = clock.now();
    const link: StoredLink = { ...target, code: makeCode(), fallbackUrl: '', label: '', hits: 0, lastOkAt: undefined, createdAt: now };
    if (await insertSharedLink(db.orm, link)) return urlOf(link);
  }
};
