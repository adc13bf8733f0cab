/** Sets the order of the home slots. */
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { arrangeRows } from '../collections/collection-store.ts';

export const arrangeHomeSlots: UseCase<'arrangeHomeSlots', Pick<CatalogDependencies, 'db' | 'clock'>> = async (
  { db, clock },
  caller,
  { ids },
) => {
  await db.transaction(async (tx) => {
    await arrangeRows(tx, 'home_slot', ids);
    const target = { kind: 'homeSlot', id: ids[0] ?? '' } as const;
    await recordAuditEvent(tx, operatorOf(caller), { action: 'slot.arrange', target, after: { ids } }, clock.now());
  });
  return {};
};
