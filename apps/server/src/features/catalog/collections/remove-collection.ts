/** Removes a collection and the home slots that link to it. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { type Operator, operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { deleteCollection, findCollectionById } from './collection-store.ts';

type Dependencies = Pick<CatalogDependencies, 'db' | 'clock'>;

/** Removes the collection. Throws `catalog.collectionNotFound`. */
export const removeCollectionAs = ({ db, clock }: Dependencies, operator: Operator, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const existing = await findCollectionById(tx, id);
    if (existing === undefined || !(await deleteCollection(tx, id))) throw new CodedError('catalog.collectionNotFound');
    const target = { kind: 'collection', id, name: existing.title } as const;
    await recordAuditEvent(tx, operator, { action: 'collection.remove', target, before: { ...existing } }, clock.now());
  });

export const removeCollection: UseCase<'removeCollection', Dependencies> = async (dependencies, caller, { id }) => {
  await removeCollectionAs(dependencies, operatorOf(caller), id);
  return { payload: {}, say: '已删除' };
};
