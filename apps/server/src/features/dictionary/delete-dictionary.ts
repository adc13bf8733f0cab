/** Deletes an imported dictionary. Throws `dictionary.notFound`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import type { DictionaryImportDependencies } from './dictionary-dependencies.ts';
import { deleteStoredDictionary } from './dictionary-store.ts';

export const deleteDictionary: UseCase<'deleteDictionary', DictionaryImportDependencies> = async (
  { db, clock },
  caller,
  { id, reason },
) => {
  const name = await db.transaction(async (tx) => {
    const deleted = await deleteStoredDictionary(tx, id);
    if (deleted === undefined) throw new CodedError('dictionary.notFound');
    const target = { kind: 'dictionary', id, name: deleted.name } as const;
    await recordAuditEvent(
      tx,
      operatorOf(caller),
      { action: 'dictionary.delete', target, before: { license: deleted.license }, reason },
      clock.now(),
    );
    return deleted.name;
  });
  return { payload: {}, say: `已删除《${name}》` };
};
