/** Tests of the list of work that is not synchronized yet. */
import 'fake-indexeddb/auto';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useSession } from '../../platform/session/session.ts';
import { type AnswerRow, answerDatabase, type ChosenFile } from '../../platform/storage/attempt-database.ts';
import { type OutboxEntry, readerDatabase, type StoredRecord } from '../../platform/storage/reader-database.ts';
import { useWaitingWork } from './use-waiting-work.ts';

const db = readerDatabase();
const attempts = answerDatabase();
const change = (fields: Partial<OutboxEntry>): OutboxEntry =>
  ({ owner: 'u1', entity: 'annotation', entityId: 'a', state: 'waiting', op: {}, ...fields }) as OutboxEntry;
const note = (entityId: string, body: string): StoredRecord =>
  ({ owner: 'u1', entity: 'annotation', entityId, bookId: 'b', record: { body }, clocks: {} }) as unknown as StoredRecord;

beforeEach(() => useSession.setState({ token: 'T', userId: 'u1' }));
afterEach(async () => {
  useSession.setState({ token: undefined, userId: undefined, lapsedUserId: undefined });
  await Promise.all([attempts.answers.clear(), attempts.files.clear()]);
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

const responseRow = (fields: Partial<AnswerRow>): AnswerRow =>
  ({
    owner: 'u1',
    attemptId: 't',
    questionId: 'q1',
    seq: 1,
    state: 'waiting',
    isSent: 0,
    response: {},
    clientAt: 1,
    ...fields,
  }) as AnswerRow;
const chosen = (key: string, name: string, state: ChosenFile['state'] = 'waiting'): ChosenFile => ({
  key,
  owner: 'u1',
  attemptId: 't',
  questionId: 'q1',
  file: new File(['x'], name),
  state,
});

it('lists answers to running attempts, each question once, and files that are not uploaded', async () => {
  await attempts.answers.bulkPut([
    responseRow({}),
    responseRow({ seq: 2 }),
    responseRow({ questionId: 'q2' }),
    responseRow({ questionId: 'q3', state: 'saved' }),
    responseRow({ questionId: 'q4', owner: 'u2' }),
  ]);
  await attempts.files.bulkPut([chosen('1', '草稿.pdf'), chosen('2', '报告.pdf'), chosen('3', '已交.pdf', 'uploaded')]);
  const { result } = renderHook(() => useWaitingWork());
  await waitFor(() => expect(result.current).toHaveLength(2));
  expect(result.current[0]).toEqual({ kind: 'attempt', count: 2, texts: [] });
  expect(result.current[1]).toMatchObject({ kind: 'attemptFile', count: 2 });
});

it('lists the work of a user whose session has lapsed', async () => {
  useSession.setState({ token: undefined, userId: undefined, lapsedUserId: 'u1' });
  await db.outbox.add(change({ entity: 'progress', entityId: 'b' }));
  const { result } = renderHook(() => useWaitingWork());
  await waitFor(() => expect(result.current).toEqual([{ kind: 'progress', count: 1, texts: [] }]));
});
