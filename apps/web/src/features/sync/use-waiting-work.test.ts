/** Tests of the list of work that is not synchronized yet. */
import 'fake-indexeddb/auto';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useSession } from '../../platform/session/session.ts';
import { type OutboxEntry, readerDatabase, type StoredRecord } from '../../platform/storage/reader-database.ts';
import { useWaitingWork } from './use-waiting-work.ts';

const db = readerDatabase();
const change = (fields: Partial<OutboxEntry>): OutboxEntry =>
  ({ owner: 'u1', entity: 'annotation', entityId: 'a', state: 'waiting', op: {}, ...fields }) as OutboxEntry;
const note = (entityId: string, body: string): StoredRecord =>
  ({ owner: 'u1', entity: 'annotation', entityId, bookId: 'b', record: { body }, clocks: {} }) as unknown as StoredRecord;

beforeEach(() => useSession.setState({ token: 'T', userId: 'u1' }));
afterEach(async () => {
  useSession.setState({ token: undefined, userId: undefined });
  await Promise.all([db.outbox.clear(), db.records.clear(), db.drafts.clear()]);
});

it('lists what waits by kind, each record once, with the texts of notes and drafts', async () => {
  await db.records.bulkPut([note('a', '学而时习之'), note('c', '')]);
  await db.drafts.put({ owner: 'u1', key: 'note', body: '还没写完', updatedAt: 1 });
  await db.outbox.bulkAdd([
    change({}),
    change({}),
    change({ entityId: 'c' }),
    change({ entity: 'progress', entityId: 'b' }),
    change({ owner: 'u2' }),
    change({ entityId: 'd', state: 'rejected' }),
  ]);
  const { result } = renderHook(() => useWaitingWork());
  await waitFor(() => expect(result.current).toHaveLength(3));
  expect(result.current).toEqual([
    { kind: 'draft', count: 1, texts: ['还没写完'] },
    { kind: 'progress', count: 1, texts: [] },
    { kind: 'annotation', count: 2, texts: ['学而时习之'] },
  ]);
});
