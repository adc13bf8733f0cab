/** Lists the user's work that is stored on this device and not on the server yet. */
import { useLiveQuery } from 'dexie-react-hooks';
import { useSession } from '../../platform/session/session.ts';
import { type ReaderDatabase, type RecordShapes, readerDatabase } from '../../platform/storage/reader-database.ts';

/** One kind of work that waits. `draft`: a text that is being written. */
export interface WaitingWorkItem {
  readonly kind: keyof RecordShapes | 'draft';
  readonly count: number;
  /** The texts of notes and drafts, the newest first; empty for work without a text. */
  readonly texts: readonly string[];
}

const readWork = async (db: ReaderDatabase, owner: string): Promise<WaitingWorkItem[]> => {
  const waiting = await db.outbox.where('[owner+state]').equals([owner, 'waiting']).toArray();
  const drafts = await db.drafts.where('[owner+key]').between([owner, ''], [owner, '\uffff']).toArray();
  const records = await db.records.bulkGet(
    waiting.map(({ entity, entityId }) => [owner, entity, entityId] as [string, typeof entity, string]),
  );
  const work = new Map<WaitingWorkItem['kind'], { ids: Set<string>; texts: string[] }>();
  const add = (kind: WaitingWorkItem['kind'], id: string, text: string): void => {
    const item = work.get(kind) ?? { ids: new Set<string>(), texts: [] };
    work.set(kind, item);
    if (item.ids.has(id)) return;
    item.ids.add(id);
    if (text !== '') item.texts.push(text);
  };
  for (const { key, body } of drafts.toSorted((a, b) => b.updatedAt - a.updatedAt)) if (body.trim() !== '') add('draft', key, body.trim());
  waiting.toReversed().forEach(({ entity, entityId }, index) => {
    const stored = records.at(-1 - index)?.record;
    add(entity, entityId, stored !== undefined && 'body' in stored && typeof stored.body === 'string' ? stored.body.trim() : '');
  });
  return [...work].map(([kind, { ids, texts }]) => ({ kind, count: ids.size, texts }));
};

/** Returns the work of the signed-in user that waits, by kind; empty if everything is synchronized. */
export const useWaitingWork = (): readonly WaitingWorkItem[] => {
  const owner = useSession((session) => session.userId);
  return useLiveQuery(async () => (owner === undefined ? [] : readWork(readerDatabase(), owner)), [owner]) ?? [];
};
