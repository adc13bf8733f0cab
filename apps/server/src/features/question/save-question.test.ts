/** Tests the versions of a question, concurrent changes, and what is refused. */
import { type BankQuestion, LIMITS, type Question } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aChoice, newQuestionIn } from '../../testing/question-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { openQuestionFixture, type QuestionFixture } from './testing/question-fixture.ts';

testAccess('saveQuestion', ['teacher', 'author']);
testIdempotency('saveQuestion', async ({ aTeacher, aBank }) => {
  const as = await aTeacher();
  return { as, body: newQuestionIn((await aBank(as)).id) };
});

let fixture: QuestionFixture;
let teacher: TestUser;
let bankId: string;
beforeAll(async () => {
  fixture = await openQuestionFixture();
  teacher = await fixture.aTeacher();
  bankId = (await fixture.aBank(teacher)).id;
});
afterAll(() => fixture?.shop.close());

const save = (body: object, as = teacher) => fixture.post<BankQuestion>('/api/question/save', as, body);
const edit = ({ id, revision, view, key, tags, knowledgePoints }: BankQuestion, more: object = {}) =>
  save({ bankId, id, revision, view, key, tags, knowledgePoints, ...more });

test('an edit of the content creates a version, a change of labels does not', async () => {
  const { payload: first, message } = await save(newQuestionIn(bankId));
  expect(message).toBe('题目已保存');
  expect(first).toMatchObject({ ...aChoice(), type: 'single', versionNo: 1, revision: 1, maximumMilli: 2000, status: 'active' });
  const labelled = (await edit(first as BankQuestion, { tags: ['期中', '期中'], knowledgePoints: [], difficulty: 5 })).payload;
  expect(labelled).toMatchObject({
    versionNo: 1,
    versionId: first?.versionId,
    revision: 2,
    tags: ['期中'],
    knowledgePoints: [],
    difficulty: 5,
  });
  const edited = (await edit(labelled as BankQuestion, aChoice('谁编成了《论语》？'))).payload;
  expect(edited).toMatchObject({ versionNo: 2, revision: 3, excerpt: '谁编成了《论语》？' });
  expect(edited).not.toHaveProperty('difficulty');
});

test('a change of an outdated revision is refused with the stored question, and stores nothing', async () => {
  const first = await fixture.aQuestion(teacher, bankId);
  const mine = (await edit(first, aChoice('先改的题干'))).payload;
  const late = await edit(first, aChoice('后改的题干'));
  expect(late.code).toBe('question.changed');
  expect(late.payload).toEqual(mine);
  const stored = await fixture.get<BankQuestion>(`/api/question/get?id=${first.id}`, teacher);
  expect(stored.payload).toMatchObject({ ...aChoice('先改的题干'), versionNo: 2 });
  expect((await edit({ ...first, revision: mine?.revision ?? 0 }, aChoice('后改的题干'))).payload).toMatchObject({ versionNo: 3 });
});

test('of twenty concurrent changes of one revision exactly one is stored', async () => {
  const first = await fixture.aQuestion(teacher, bankId);
  const results = await Promise.all(Array.from({ length: 20 }, (_, n) => edit(first, aChoice(`第 ${n} 人的题干`))));
  expect(results.map(({ code }) => code).toSorted()).toEqual([...Array.from({ length: 19 }, () => 'question.changed'), 'success']);
  const { payload } = await fixture.get<BankQuestion>(`/api/question/get?id=${first.id}`, teacher);
  expect(payload).toMatchObject({ versionNo: 2, revision: 2 });
});

const withPicture = (src: string): Question => {
  const choice = aChoice();
  return { ...choice, view: { ...choice.view, body: [{ name: 'img', attributes: { src, alt: '图' } }, ...choice.view.body] } };
};
const deep = (levels: number): Question['view']['body'][number] => (levels === 0 ? '深' : { name: 'div', children: [deep(levels - 1)] });

test.each([
  [
    'a key for an option that does not exist',
    { key: { responses: { RESPONSE: { rule: 'choice', milli: 1, correct: ['Z'], incompleteMilli: 0 } }, explanation: [] } },
    'question.incomplete',
  ],
  ['no key', { key: { responses: {}, explanation: [] } }, 'question.incomplete'],
  ['a picture of another server', withPicture('https://example.com/a.png'), 'question.incomplete'],
  ['a picture that is a script', withPicture('javascript:alert(1)'), 'question.incomplete'],
  ['a picture that is a page', withPicture('data:text/html;base64,PGI+'), 'question.incomplete'],
  ['a picture that is too large', withPicture(`data:image/png;base64,${'A'.repeat(LIMITS.questionChars)}`), 'question.tooLarge'],
  ['an unknown folder', { folderId: '01m7z00000000000000000000a' }, 'question.folderNotFound'],
  ['an unknown question', { id: '01m7z00000000000000000000a', revision: 1 }, 'question.notFound'],
  ['an unknown element', { view: { ...aChoice().view, body: [{ name: 'script', children: ['x'] }] } }, 'request.invalid'],
  ['too many levels of elements', { view: { ...aChoice().view, body: [deep(40)] } }, 'request.invalid'],
  ['a difficulty of 9', { difficulty: 9 }, 'request.invalid'],
  ['an empty tag', { tags: [' '] }, 'request.invalid'],
])('a question with %s is refused', async (_name, more, code) => {
  expect((await save(newQuestionIn(bankId, more))).code).toBe(code);
});

test('a picture that is part of the question is stored', async () => {
  const { payload } = await save(newQuestionIn(bankId, withPicture('data:image/png;base64,iVBORw0KGgo=')));
  expect(payload?.view).toEqual(withPicture('data:image/png;base64,iVBORw0KGgo=').view);
});

test('a bank that is full accepts no question', async () => {
  const full = (await fixture.aBank(teacher)).id;
  await fixture.shop.platform.db.pool.query(
    `insert into question (id, bank_id, version_no, search_text, created_at, updated_at)
     select 'full' || n, $1, 1, '', 0, 0 from generate_series(1, $2::int) n`,
    [full, LIMITS.questionsPerBank],
  );
  expect((await save(newQuestionIn(full))).code).toBe('question.tooMany');
});
