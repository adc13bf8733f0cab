/** Tests that answers on the device are never lost: numbers, retyping, several tabs, acknowledgments, and when they are deleted. */
import 'fake-indexeddb/auto';
import type { RunningAttempt } from '@shufang/contract';
import { beforeEach, expect, it } from 'vitest';
import { AnswerDatabase } from '../../../platform/storage/attempt-database.ts';
import {
  countWaiting,
  dropAttempt,
  findStoredAttempt,
  lastAnswers,
  storeAttempt,
  storeReceipts,
  takeWaiting,
  writeAnswer,
} from './answer-store.ts';

const ATTEMPT = '1'.repeat(26);
const owner = 'mei';
let db: AnswerDatabase;
beforeEach(async () => {
  db = new AnswerDatabase();
  await db.answers.clear();
  await db.attempts.clear();
});

const write = (value: string, questionId = 'q1', on = db) =>
  writeAnswer(on, { owner, attemptId: ATTEMPT, questionId, response: { RESPONSE: [value] } });
const stored = async () => {
  const rows = await db.answers.where({ attemptId: ATTEMPT }).sortBy('seq');
  return rows.map(({ questionId, seq, response, state }) => `${questionId}.${seq} ${response['RESPONSE']?.[0]} ${state}`);
};

const anAttempt = (answers: RunningAttempt['answers'] = []) => ({
  owner,
  assignmentId: '2'.repeat(26),
  attempt: {
    id: ATTEMPT,
    assignmentId: '2'.repeat(26),
    no: 1,
    seed: '',
    rngVersion: 1,
    isShuffled: false,
    startedAt: 0,
    clock: { now: 0, deadlineAt: null, state: 'running' as const },
    answers,
  },
  paper: { kind: 'quiz' as const, title: '测验', instructions: '', items: [], sections: [] },
});

it('typing replaces what was not sent; after that a new number begins', async () => {
  await write('学');
  await write('学而');
  expect(await stored()).toEqual(['q1.1 学而 waiting']);
  expect((await takeWaiting(db, ATTEMPT, 50)).map(({ seq }) => seq)).toEqual([1]);
  await write('学而时');
  expect(await stored()).toEqual(['q1.1 学而 waiting', 'q1.2 学而时 waiting']);
});

it('two tabs that write at once give two answers or one, and never the same number for two', async () => {
  const other = new AnswerDatabase();
  await takeWaiting(db, ATTEMPT, 50);
  for (let round = 0; round < 20; round += 1) {
    await Promise.all([write(`甲${round}`), write(`乙${round}`, 'q1', other)]);
    await takeWaiting(db, ATTEMPT, 50);
  }
  const rows = await db.answers.where({ attemptId: ATTEMPT }).sortBy('seq');
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
  expect(rows.length).toBeGreaterThanOrEqual(20);
});

it('an answer is waiting until the server has acknowledged it, also if its request failed', async () => {
  await write('学');
  await takeWaiting(db, ATTEMPT, 50);
  expect(await countWaiting(db, ATTEMPT)).toBe(1);
  expect((await takeWaiting(db, ATTEMPT, 50)).length).toBe(1);
  await storeReceipts(db, ATTEMPT, [{ questionId: 'q1', seq: 1, status: 'saved', savedAt: 7 }]);
  expect(await countWaiting(db, ATTEMPT)).toBe(0);
  expect((await lastAnswers(db, ATTEMPT)).get('q1')).toMatchObject({ state: 'saved', savedAt: 7 });
});

it('an answer after one of another device gets a number above it', async () => {
  await write('学');
  await takeWaiting(db, ATTEMPT, 50);
  const current = { questionId: 'q1', seq: 4, response: { RESPONSE: ['别处'] }, savedAt: 9 };
  await storeReceipts(db, ATTEMPT, [{ questionId: 'q1', seq: 1, status: 'superseded', savedAt: 8, current }]);
  expect((await write('学')).seq).toBe(5);
});

it('opening an attempt again adds what the server has and keeps what only this device has', async () => {
  await write('本机', 'q1');
  await takeWaiting(db, ATTEMPT, 50);
  await write('新的', 'q1');
  const saved = (questionId: string, seq: number) => ({ questionId, seq, response: { RESPONSE: ['服务器'] }, savedAt: 3 });
  await storeAttempt(db, anAttempt([saved('q1', 1), saved('q2', 3)]));
  expect(await stored()).toEqual(['q1.1 本机 waiting', 'q1.2 新的 waiting', 'q2.3 服务器 saved']);
  expect((await write('再写', 'q2')).seq).toBe(4);
  expect(await findStoredAttempt(db, owner, '2'.repeat(26))).toMatchObject({ attempt: { id: ATTEMPT } });
});

it('a finished attempt leaves the device only when nothing waits', async () => {
  await storeAttempt(db, anAttempt());
  await write('学');
  await dropAttempt(db, owner, '2'.repeat(26), ATTEMPT);
  expect(await stored()).toEqual(['q1.1 学 waiting']);
  await storeReceipts(db, ATTEMPT, [{ questionId: 'q1', seq: 1, status: 'afterEnd', savedAt: 7 }]);
  await dropAttempt(db, owner, '2'.repeat(26), ATTEMPT);
  expect(await stored()).toEqual([]);
  expect(await findStoredAttempt(db, owner, '2'.repeat(26))).toBeUndefined();
});
