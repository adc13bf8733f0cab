/** Tests the filters, the order and the pages of the questions of a bank. */
import type { BankQuestion, listQuestions, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aChoice } from '../../testing/question-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { openQuestionFixture, type QuestionFixture } from './testing/question-fixture.ts';

testAccess('listQuestions', ['teacher', 'author']);

let fixture: QuestionFixture;
let teacher: TestUser;
let bankId: string;
let folderId: string;
let poem: BankQuestion;
let plain: BankQuestion;

beforeAll(async () => {
  fixture = await openQuestionFixture();
  teacher = await fixture.aTeacher();
  bankId = (await fixture.aBank(teacher)).id;
  folderId = (await fixture.post<{ id: string }>('/api/question/folder/save', teacher, { bankId, name: '唐诗' })).payload?.id ?? '';
  plain = await fixture.aQuestion(teacher, bankId);
  fixture.shop.platform.advanceClock?.(1000);
  const essay = {
    view: {
      ...aChoice('赏析《春望》的首联。').view,
      interactions: { RESPONSE: { type: 'extendedText' } },
    },
    key: { responses: { RESPONSE: { rule: 'manual', milli: 10_000 } }, explanation: [] },
  };
  poem = await fixture.aQuestion(teacher, bankId, { ...essay, folderId, tags: ['唐诗'], knowledgePoints: ['情景交融'], difficulty: 4 });
});
afterAll(() => fixture?.shop.close());

const page = async (query: string) =>
  (await fixture.get<OutputOf<typeof listQuestions>>(`/api/question/list?bankId=${bankId}${query}`, teacher)).payload;
const idsOf = async (query: string) => (await page(query))?.items.map(({ id }) => id);

test('questions are listed with type, points and the start of the text, the newest first', async () => {
  expect((await page(''))?.items).toMatchObject([
    { id: poem.id, type: 'shortAnswer', excerpt: '赏析《春望》的首联。', maximumMilli: 10_000, folderId, difficulty: 4, versionNo: 1 },
    { id: plain.id, type: 'single', maximumMilli: 2000, tags: ['论语'], knowledgePoints: ['先秦散文'], difficulty: 2 },
  ]);
  expect((await page(''))?.items[0]).not.toHaveProperty('key');
});

test.each([
  ['&type=single', 'plain'],
  ['&type=shortAnswer', 'poem'],
  ['&folderId=none', 'plain'],
  [`&tag=${encodeURIComponent('唐诗')}`, 'poem'],
  [`&knowledgePoint=${encodeURIComponent('先秦散文')}`, 'plain'],
  ['&difficulty=4', 'poem'],
  [`&text=${encodeURIComponent('首聯 春望')}`, 'poem'],
  [`&text=${encodeURIComponent('再传弟子')}`, 'plain'],
  [`&text=${encodeURIComponent('情景交融')}`, 'poem'],
])('the filter %s finds the question %s', async (query, name) => {
  expect(await idsOf(query)).toEqual([{ plain, poem }[name]?.id]);
});

test('a folder lists its questions, and pages follow each other', async () => {
  expect(await idsOf(`&folderId=${folderId}`)).toEqual([poem.id]);
  const first = await page('&limit=1');
  expect(first?.items.map(({ id }) => id)).toEqual([poem.id]);
  const second = await page(`&limit=1&cursor=${first?.nextCursor}`);
  expect(second?.items.map(({ id }) => id)).toEqual([plain.id]);
  expect(second).not.toHaveProperty('nextCursor');
});

test('archived questions are listed apart', async () => {
  const old = await fixture.aQuestion(teacher, bankId);
  await fixture.post('/api/question/status', teacher, { bankId, ids: [old.id], status: 'archived' });
  expect(await idsOf('')).toEqual([poem.id, plain.id]);
  expect(await idsOf('&status=archived')).toEqual([old.id]);
});
