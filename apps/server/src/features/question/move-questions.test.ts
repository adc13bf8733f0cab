/** Tests that questions move between folders and banks, all or none. */
import type { BankQuestion } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openQuestionFixture, type QuestionFixture } from './testing/question-fixture.ts';

testAccess('moveQuestions', ['teacher', 'author']);
testIdempotency('moveQuestions', async ({ aTeacher, aBank, aQuestion }) => {
  const as = await aTeacher();
  const [{ id: bankId }, { id: toBankId }] = [await aBank(as), await aBank(as)];
  return { as, body: { bankId, ids: [(await aQuestion(as, bankId)).id], toBankId } };
});

let fixture: QuestionFixture;
beforeAll(async () => {
  fixture = await openQuestionFixture();
});
afterAll(() => fixture?.shop.close());

test('questions move to a folder and to another bank, and to none that the caller may not edit', async () => {
  const teacher = await fixture.aTeacher();
  const [from, to, foreign] = [await fixture.aBank(teacher), await fixture.aBank(teacher), await fixture.aBank(await fixture.aTeacher())];
  const [one, two] = [await fixture.aQuestion(teacher, from.id), await fixture.aQuestion(teacher, from.id)];
  const folder = await fixture.post<{ id: string }>('/api/question/folder/save', teacher, { bankId: to.id, name: '第一章' });
  const move = async (ids: string[], toBankId: string, toFolderId?: string) =>
    (await fixture.post('/api/question/move', teacher, { bankId: from.id, ids, toBankId, ...(toFolderId && { toFolderId }) })).code;
  const placeOf = async ({ id }: BankQuestion) => {
    const { payload } = await fixture.get<BankQuestion>(`/api/question/get?id=${id}`, teacher);
    return [payload?.bankId, payload?.folderId];
  };
  expect(await move([one.id, '01m7z00000000000000000000a'], to.id)).toBe('question.notFound');
  expect(await move([one.id], foreign.id)).toBe('question.bankNotFound');
  expect(await move([one.id], from.id, folder.payload?.id)).toBe('question.folderNotFound');
  expect([await placeOf(one), await placeOf(two)]).toEqual([
    [from.id, undefined],
    [from.id, undefined],
  ]);
  expect(await move([one.id, two.id], to.id, folder.payload?.id)).toBe('success');
  expect([await placeOf(one), await placeOf(two)]).toEqual([
    [to.id, folder.payload?.id],
    [to.id, folder.payload?.id],
  ]);
});
