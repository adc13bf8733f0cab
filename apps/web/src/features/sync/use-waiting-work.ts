/** Lists the user's work that is stored on this device and not on the server yet. */
import { useLiveQuery } from 'dexie-react-hooks';
import { ANONYMOUS_OWNER } from '../../platform/storage/anonymous-owner.ts';
import { type AnswerDatabase, answerDatabase } from '../../platform/storage/attempt-database.ts';
import { type ReaderDatabase, type RecordShapes, readerDatabase } from '../../platform/storage/reader-database.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';

/** One kind of work that waits. `draft`: a text that is being written. `attempt`, `attemptFile`: what a student answered in a running attempt. */
export interface WaitingWorkItem {
  readonly kind: keyof RecordShapes | 'draft' | 'attempt' | 'attemptFile';
  readonly count: number;
  /** The texts of notes and drafts, and the names of files, the newest first; empty for work without a text. */
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

/** Returns the answers to attempts that wait, each question once, and the files that are not uploaded. */
const readAttempts = async (db: AnswerDatabase, owner: string): Promise<WaitingWorkItem[]> => {
  const responses = await db.answers.filter((row) => row.owner === owner && row.state === 'waiting').toArray();
  const files = await db.files.filter((row) => row.owner === owner && row.state === 'waiting').sortBy('key');
  const questions = new Set(responses.map(({ attemptId, questionId }) => `${attemptId} ${questionId}`));
  const items: WaitingWorkItem[] = [
    { kind: 'attempt', count: questions.size, texts: [] },
    { kind: 'attemptFile', count: files.length, texts: files.map(({ file }) => file.name).toReversed() },
  ];
  return items.filter(({ count }) => count > 0);
};

const readAll = async (owner: string): Promise<WaitingWorkItem[]> =>
  owner === ANONYMOUS_OWNER ? [] : [...(await readWork(readerDatabase(), owner)), ...(await readAttempts(answerDatabase(), owner))];

/** Returns the work that waits, by kind; empty if everything is synchronized. It is that of the user whose session has lapsed, if there is one. */
export const useWaitingWork = (): readonly WaitingWorkItem[] => {
  const owner = useOwner();
  return useLiveQuery(() => readAll(owner), [owner]) ?? [];
};
