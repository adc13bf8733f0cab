/** Returns where a printed or shared code leads, and counts the visit. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { findDestination } from './destination.ts';
import { countVisit } from './short-link-store.ts';

/** Returns the destination of a code. Throws `catalog.shortLinkUnknown` for a code without a destination. */
export const resolveShortLink: UseCase<'resolveShortLink', Pick<CatalogDependencies, 'db' | 'clock'>> = async (
  { db, clock },
  _caller,
  { code: typed },
) => {
  const found = await findDestination(db.orm, typed);
  if (found === undefined) throw new CodedError('catalog.shortLinkUnknown');
  const { code, destination } = found;
  await countVisit(db.orm, code, destination?.exact ? clock.now() : null);
  if (destination === undefined) throw new CodedError('catalog.shortLinkUnknown');
  return destination;
};
