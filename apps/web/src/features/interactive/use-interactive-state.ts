/** What the reader decided and did in the interactive documents of a version: on the device, then synced. */
import type { InteractiveStateRecord } from '@shufang/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { findRecord, readerDatabase } from '../../platform/storage/reader-database.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import { writeChange } from '../../platform/storage/write-change.ts';

interface InteractiveState {
  /** Undefined until the database is read. */
  readonly state: Pick<InteractiveStateRecord, 'hasConsented' | 'values'> | undefined;
  readonly save: (fields: Partial<Pick<InteractiveStateRecord, 'hasConsented' | 'values'>>) => Promise<void>;
}

const NOTHING = { hasConsented: false, values: {} };

export const useInteractiveState = (bookId: string, versionId: string): InteractiveState => {
  const owner = useOwner();
  const read = async () => (await findRecord(readerDatabase(), owner, 'interactiveState', versionId))?.record ?? NOTHING;
  return {
    state: useLiveQuery(read, [owner, versionId]),
    save: async (fields) => {
      const db = readerDatabase();
      await db.transaction('rw', db.records, db.outbox, db.meta, async () => {
        const { hasConsented, values } = { ...(await read()), ...fields };
        const change = { owner, entity: 'interactiveState', entityId: versionId, bookId, kind: 'put' } as const;
        await writeChange(db, { ...change, fields: { bookId, hasConsented, values } });
      });
    },
  };
};
