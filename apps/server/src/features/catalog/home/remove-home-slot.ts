/** Removes a home slot. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { type Operator, operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { deleteSlot, findSlotById } from './home-slot-store.ts';

type Dependencies = Pick<CatalogDependencies, 'db' | 'clock'>;

/** Removes the slot. Throws `catalog.slotNotFound`. */
export const removeHomeSlotAs = ({ db, clock }: Dependencies, operator: Operator, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const existing = await findSlotById(tx, id);
    if (existing === undefined || !(await deleteSlot(tx, id))) throw new CodedError('catalog.slotNotFound');
    const target = { kind: 'homeSlot', id, name: existing.title } as const;
    await recordAuditEvent(tx, operator, { action: 'slot.remove', target, before: { ...existing } }, clock.now());
  });

export const removeHomeSlot: UseCase<'removeHomeSlot', Dependencies> = async (dependencies, caller, { id }) => {
  await removeHomeSlotAs(dependencies, operatorOf(caller), id);
  return { payload: {}, say: '已删除' };
};
