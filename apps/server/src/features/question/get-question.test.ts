/** Tests how a question and its earlier versions are read. */
import type { BankQuestion, getQuestion, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aChoice } from '../../testing/question-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { openQuestionFixture, type QuestionFixture } from './testing/question-fixture.ts';

testAccess('getQuestion', ['teacher', 'author']);

let fixture: QuestionFixture;
beforeAll(async () => {
  fixture = await openQuestionFixture();
});
afterAll(() => fixture?.shop.close());

test('each version of a question can be read, and the database refuses to change one', async () => {
  const teacher = await fixture.aTeacher();
  const { id: bankId } = await fixture.aBank(teacher);
  const first = await fixture.aQuestion(teacher, bankId);
  const { tags, knowledgePoints } = first;
  const edit = { bankId, id: first.id, revision: first.revision, tags, knowledgePoints, ...aChoice('《论语》由谁编成？') };
  expect((await fixture.post<BankQuestion>('/api/question/save', teacher, edit)).payload).toMatchObject({ versionNo: 2, revision: 2 });
  const read = async (query: string) =>
    (await fixture.get<OutputOf<typeof getQuestion>>(`/api/question/get?id=${first.id}${query}`, teacher)).payload;
  expect(await read('')).toMatchObject({
    ...aChoice('《论语》由谁编成？'),
    versionNo: 2,
    right: 'manage',
    versions: [{ no: 2 }, { no: 1 }],
  });
  expect(await read('&versionNo=1')).toMatchObject({ ...aChoice(), versionNo: 1, versionId: first.versionId, excerpt: first.excerpt });
  expect((await fixture.get(`/api/question/get?id=${first.id}&versionNo=3`, teacher)).code).toBe('question.notFound');
  await expect(
    fixture.shop.platform.db.pool.query(`update question_version set key = '{}' where id = $1`, [first.versionId]),
  ).rejects.toThrow('a question version is immutable');
});
