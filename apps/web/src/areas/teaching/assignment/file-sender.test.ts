/** Tests the upload of chosen files: one after the other, tried again after a failure of the network, and what happens to a refused file. */
import { SUCCESS } from '@shufang/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { markReachable } from '../../../platform/api/connection.ts';
import { endSession } from '../../../platform/session/session.ts';
import type { AnswerDatabase, ChosenFile } from '../../../platform/storage/attempt-database.ts';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { stubUploads } from '../../../testing/stub-uploads.ts';
import { type FileSender, startFileSender } from './file-sender.ts';

/** The rows of chosen files in memory, because the test's IndexedDB cannot hold files. */
const memory = (rows: ChosenFile[]) => ({
  files: {
    where: () => ({ sortBy: () => Promise.resolve([...rows]) }),
    update: (key: string, change: Partial<ChosenFile>) => {
      const at = rows.findIndex((row) => row.key === key);
      const row = rows[at];
      if (row === undefined) return Promise.resolve(0);
      rows[at] = { ...row, ...change };
      return Promise.resolve(1);
    },
  },
});

const aRow = (key: string): ChosenFile => ({
  key,
  owner: 'mei',
  attemptId: 'attempt',
  questionId: 'q1',
  file: new File(['bytes'], `${key}.jpg`, { type: 'image/jpeg' }),
  state: 'waiting',
});

let sender: FileSender | undefined;
beforeEach(() => {
  signInHere();
  markReachable();
});
afterEach(() => {
  sender?.stop();
  endSession();
  vi.unstubAllGlobals();
});

const start = (rows: ChosenFile[]) => {
  const { asked } = stubUploads();
  const uploaded: string[] = [];
  const waiting: boolean[] = [];
  const progress = new Map<string, number>();
  sender = startFileSender({
    db: memory(rows) as unknown as AnswerDatabase,
    attemptId: 'attempt',
    questionId: 'q1',
    onProgress: (key, sent) => progress.set(key, sent),
    onUploaded: ({ id }) => uploaded.push(id),
    onWaiting: (isWaiting) => waiting.push(isWaiting),
  });
  return { asked, uploaded, waiting, progress };
};

const stored = (id: string) => ({
  code: SUCCESS,
  message: '',
  payload: { id, name: `${id}.jpg`, mediaType: 'image/jpeg', sizeBytes: 5, createdAt: 1, url: null },
});

it('uploads one file after the other, with progress, and adds each to the answer', async () => {
  const rows = [aRow('1'), aRow('2')];
  const { asked, uploaded, progress } = start(rows);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.progress(0.5);
  expect(progress.get('1')).toBe(0.5);
  asked[0]?.respond(stored('a'));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(uploaded).toEqual(['a']);
  asked[1]?.respond(stored('b'));
  await vi.waitFor(() => expect(uploaded).toEqual(['a', 'b']));
  expect(rows.map(({ state }) => state)).toEqual(['uploaded', 'uploaded']);
});

it('a file stays while the network is cut and is sent again; a refused one has its reason and does not stop the others', async () => {
  const rows = [aRow('1'), aRow('2')];
  const { asked, uploaded, waiting } = start(rows);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.breakOff();
  await vi.waitFor(() => expect(waiting).toEqual([true]));
  expect(rows.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  sender?.requestSend();
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.respond({ code: 'file.typeRefused', message: '不支持这种文件', payload: null });
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  expect(rows[0]).toMatchObject({ state: 'refused', problem: '不支持这种文件' });
  asked[2]?.respond(stored('b'));
  await vi.waitFor(() => expect(uploaded).toEqual(['b']));
});
