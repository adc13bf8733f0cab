/** The short address somebody hands on: one code for each book, place and collection, made when it is first shared. */
import { CodedError, type OutputOf, type ParsedInputOf, type shareLink as shareOperation } from '@shufang/contract';
import { findSharedLink, insertSharedLink, type StoredLink } from './short-link-store.ts';
import { makeCode, type ShortLinkDependencies, wayOf } from './short-links.ts';

/** Throws `catalog.bookNotFound`, `catalog.collectionNotFound` for what readers do not see; a place that is not in the book is shared as the book. */
export const shareLink = async (
  deps: ShortLinkDependencies,
  { targetType, targetId }: ParsedInputOf<typeof shareOperation>,
): Promise<OutputOf<typeof shareOperation>> => {
  const way = await wayOf(deps.db, { targetType, targetId, fallbackUrl: '' });
  if (way === undefined) throw new CodedError(targetType === 'collection' ? 'catalog.collectionNotFound' : 'catalog.bookNotFound');
  const [bookId = ''] = targetId.split('#');
  const target = way.exact ? { targetType, targetId } : { targetType: 'book' as const, targetId: bookId };
  const addressOf = ({ code }: StoredLink) => ({ address: `${deps.publicUrl}/q/${code}` });
  for (;;) {
    const known = await findSharedLink(deps.db, target);
    if (known !== undefined) return addressOf(known);
    const now = deps.clock.now();
    const link: StoredLink = { ...target, code: makeCode(), fallbackUrl: '', label: '', hits: 0, lastOkAt: undefined, createdAt: now };
    if (await insertSharedLink(deps.db, link)) return addressOf(link);
  }
};
