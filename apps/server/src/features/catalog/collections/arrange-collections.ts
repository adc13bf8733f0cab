/** Sets the order of the collections. */
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { arrangeRows } from './collection-store.ts';

export const arrangeCollections: UseCase<'arrangeCollections', Pick<CatalogDependencies, 'db' | 'clock'>> = async (
  { db, clock },
  caller,
  { ids },
) => {
  await db.transaction(async (tx) => {
    await arrangeRows(tx, 'book_collection', ids);
    const target = { kind: 'collection', id: ids[0] ?? '' } as const;
    await recordAuditEvent(tx, operatorOf(caller), { action: 'collection.arrange', target, after: { ids } }, clock.now());
  });
  return {};
};
