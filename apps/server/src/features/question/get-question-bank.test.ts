/** Tests folders and labels of a bank, and its archiving. */
import type { QuestionBank, QuestionBankDetails, QuestionFolder } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { openQuestionFixture, type QuestionFixture } from './testing/question-fixture.ts';

testAccess('getQuestionBank', ['teacher', 'author']);

let fixture: QuestionFixture;
beforeAll(async () => {
  fixture = await openQuestionFixture();
});
afterAll(() => fixture?.shop.close());

const get = async (as: TestUser, id: string) => fixture.get<QuestionBankDetails>(`/api/question/bank/get?id=${id}`, as);
const folder = (as: TestUser, bankId: string, name: string, id?: string) =>
  fixture.post<QuestionFolder>('/api/question/folder/save', as, { bankId, name, ...(id === undefined ? {} : { id }) });

test('folders have a name of their own, and their questions stay when they are deleted', async () => {
  const teacher = await fixture.aTeacher();
  const bank = await fixture.aBank(teacher);
  const { payload: first } = await folder(teacher, bank.id, '第二章');
  await folder(teacher, bank.id, '第一章');
  expect((await folder(teacher, bank.id, '第一章')).code).toBe('question.folderNameTaken');
  const question = await fixture.aQuestion(teacher, bank.id, { folderId: first?.id });
  expect((await folder(teacher, bank.id, '第三章', first?.id)).payload).toEqual({ id: first?.id, name: '第三章', questions: 1 });
  expect((await get(teacher, bank.id)).payload?.folders.map(({ name, questions }) => [name, questions])).toEqual([
    ['第一章', 0],
    ['第三章', 1],
  ]);
  expect((await fixture.post('/api/question/folder/delete', teacher, { bankId: bank.id, id: first?.id })).code).toBe('success');
  expect((await fixture.post('/api/question/folder/delete', teacher, { bankId: bank.id, id: first?.id })).code).toBe(
    'question.folderNotFound',
  );
  const after = await fixture.get<{ folderId?: string }>(`/api/question/get?id=${question.id}`, teacher);
  expect(after.payload).toMatchObject({ id: question.id });
  expect(after.payload).not.toHaveProperty('folderId');
});

test('a bank lists its tags and knowledge points, the most frequent first', async () => {
  const teacher = await fixture.aTeacher();
  const bank = await fixture.aBank(teacher);
  await fixture.aQuestion(teacher, bank.id, { tags: ['论语', '常识'], knowledgePoints: ['先秦散文'] });
  await fixture.aQuestion(teacher, bank.id, { tags: ['常识'], knowledgePoints: [] });
  expect((await get(teacher, bank.id)).payload).toMatchObject({
    questions: 2,
    tags: ['常识', '论语'],
    knowledgePoints: ['先秦散文'],
    folders: [],
  });
});

test('an archived bank can be viewed and restored, and not edited', async () => {
  const teacher = await fixture.aTeacher();
  const bank = await fixture.aBank(teacher);
  const update = (status: QuestionBank['status']) =>
    fixture.post<QuestionBank>('/api/question/bank/update', teacher, { id: bank.id, name: '旧题库', status });
  expect((await update('archived')).payload).toMatchObject({ name: '旧题库', status: 'archived' });
  expect((await get(teacher, bank.id)).code).toBe('success');
  expect((await folder(teacher, bank.id, '第一章')).code).toBe('question.readOnly');
  expect((await update('active')).payload).toMatchObject({ status: 'active' });
  expect((await folder(teacher, bank.id, '第一章')).code).toBe('success');
});
