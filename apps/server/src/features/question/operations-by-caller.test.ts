/**
 * Table test of every operation of question banks by every kind of caller: roles, another teacher, a teacher of another institution, a
 * student of the class, a colleague of the institution, a teacher whose class uses the book.
 */
import * as contract from '@shufang/contract';
import { isOperation, type Operation, role } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newQuestionIn } from '../../testing/question-objects.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { openQuestionFixture, type QuestionFixture } from './testing/question-fixture.ts';

const OPERATIONS = Object.values<unknown>(contract)
  .filter(isOperation)
  .filter(({ path }: Operation) => path.startsWith('/api/question/'))
  .map(({ name }: Operation) => name);

type OwnerKind = 'teacher' | 'class' | 'institution' | 'book';
/** A bank with a folder and two questions. */
interface Filled {
  readonly bankId: string;
  readonly folderId: string;
  readonly questionId: string;
}

/** Metadata of a book that differs from the book of the fixture. */
const OTHER_BOOK = '<dc:identifier id="id">other</dc:identifier><dc:title>史记选读</dc:title><dc:language>zh-CN</dc:language>';

let fixture: QuestionFixture;
/** Callers who may use none of the four banks. */
let outsiders: Readonly<Record<string, TestUser>>;
let owner: TestUser;
let author: TestUser;
let colleague: TestUser;
let bookTeacher: TestUser;
let banks: Readonly<Record<OwnerKind, Filled>>;
/** A bank of each caller, to which questions could be copied. */
const ownBanks = new Map<string, string>();

const fill = async (as: TestUser, bankId: string): Promise<Filled> => ({
  bankId,
  folderId: (await fixture.post<{ id: string }>('/api/question/folder/save', as, { bankId, name: '第一章' })).payload?.id ?? '',
  questionId: (await fixture.aQuestion(as, bankId)).id,
});

beforeAll(async () => {
  fixture = await openQuestionFixture();
  [owner, colleague, bookTeacher] = [await fixture.aTeacher(), await fixture.aTeacher(), await fixture.aTeacher()];
  author = await fixture.shop.user('13811113333', 'author');
  const { pool } = fixture.shop.platform.db;
  await pool.query(`insert into book_contributor values ($1, 9, '谢知微', 'author', '', $2)`, [fixture.bookId, author.id]);
  const otherBook = await fixture.shop.book({ metadata: OTHER_BOOK }, { publish: true, accessModel: 'codeOnly', trialChapters: 0 });
  const ofOtherBook = async (teacher: TestUser) => {
    const { payload } = await fixture.post<{ id: string; code: string }>('/api/class/create', teacher, {
      name: '历史 1 班',
      term: '秋季学期',
      bookId: otherBook,
    });
    return payload ?? { id: '', code: '' };
  };
  const group = await ofOtherBook(owner);
  const student = await fixture.aStudentOf(group);
  await fixture.aClass(bookTeacher);
  const school = await fixture.aSchoolOf(owner, colleague);
  const otherTeacher = await fixture.aTeacher();
  await fixture.aSchoolOf(otherTeacher);
  await ofOtherBook(otherTeacher);
  const ofRole = async (name: (typeof role.options)[number], at: number) =>
    [name, await fixture.shop.user(`1366666000${at}`, name)] as const;
  outsiders = { ...Object.fromEntries(await Promise.all(role.options.map(ofRole))), student, otherTeacher };
  banks = {
    teacher: await fill(owner, (await fixture.aBank(owner)).id),
    class: await fill(owner, (await fixture.aBank(owner, { kind: 'class', id: group.id })).id),
    institution: await fill(owner, (await fixture.aBank(owner, { kind: 'institution', id: school })).id),
    book: await fill(author, (await fixture.aBank(author, { kind: 'book', id: fixture.bookId })).id),
  };
  for (const user of [owner, colleague, bookTeacher, author, otherTeacher]) ownBanks.set(user.id, (await fixture.aBank(user)).id);
}, 60_000);
afterAll(() => fixture?.shop.close());

type Request = readonly [path: string, body: object | undefined];
/** A request of each operation about a bank. `toBankId`: a bank of the caller. */
const requests: Readonly<Record<string, (bank: Filled, toBankId: string) => Request>> = {
  getQuestionBank: ({ bankId }) => [`/api/question/bank/get?id=${bankId}`, undefined],
  listQuestions: ({ bankId }) => [`/api/question/list?bankId=${bankId}`, undefined],
  countQuestions: ({ bankId }) => [`/api/question/count?bankId=${bankId}`, undefined],
  listQuestionContents: ({ bankId }) => ['/api/question/contents', { bankId }],
  getQuestion: ({ questionId }) => [`/api/question/get?id=${questionId}`, undefined],
  copyQuestions: ({ bankId, questionId }, toBankId) => ['/api/question/copy', { bankId, ids: [questionId], toBankId }],
  saveQuestion: ({ bankId }) => ['/api/question/save', newQuestionIn(bankId)],
  importQuestions: ({ bankId }) => [
    '/api/question/import',
    { bankId, items: [{ ...newQuestionIn(bankId), origin: { format: 'gift', fileName: '', line: 1, source: '' } }] },
  ],
  saveQuestionFolder: ({ bankId }) => ['/api/question/folder/save', { bankId, name: `分类${Math.random()}` }],
  setQuestionStatus: ({ bankId, questionId }) => ['/api/question/status', { bankId, ids: [questionId], status: 'active' }],
  moveQuestions: ({ bankId, questionId }) => ['/api/question/move', { bankId, ids: [questionId], toBankId: bankId }],
  updateQuestionBank: ({ bankId }) => ['/api/question/bank/update', { id: bankId, name: '论语题库', status: 'active' }],
  deleteQuestionFolder: ({ bankId, folderId }) => ['/api/question/folder/delete', { bankId, id: folderId }],
};
const VIEWING = ['getQuestionBank', 'listQuestions', 'countQuestions', 'listQuestionContents', 'getQuestion', 'copyQuestions'];
const MANAGING = ['updateQuestionBank'];
/** Operations that name no bank; each is tested in its own file. */
const WITHOUT_BANK = ['createQuestionBank', 'listQuestionBanks'];
/** Tested apart, because it deletes the folder. */
const TESTED_APART = 'deleteQuestionFolder';

const call = async (as: TestUser | undefined, name: string, kind: OwnerKind): Promise<string> => {
  const [path, body] = requests[name]?.(banks[kind], ownBanks.get(as?.id ?? '') ?? banks[kind].bankId) ?? ['', undefined];
  return (await fixture.shop.call(path, { ...(as === undefined ? {} : { as }), ...(body === undefined ? {} : { body }) })).code;
};

const results = async (as: TestUser, kind: OwnerKind): Promise<Record<string, string>> => {
  const codes: Record<string, string> = {};
  for (const name of Object.keys(requests).filter((each) => each !== TESTED_APART)) codes[name] = await call(as, name, kind);
  return codes;
};
const expected = (codeOf: (name: string) => string): Record<string, string> =>
  Object.fromEntries(
    Object.keys(requests)
      .filter((each) => each !== TESTED_APART)
      .map((name) => [name, codeOf(name)]),
  );

test('every operation of question banks is in this table', () => {
  expect([...Object.keys(requests), ...WITHOUT_BANK].toSorted()).toEqual(OPERATIONS.toSorted());
});

describe.each(['teacher', 'class', 'institution', 'book'] as const)('a bank of a %s', (kind) => {
  test('is refused to everyone who has nothing to do with its owner', async () => {
    expect(Object.keys(outsiders).length).toBeGreaterThan(8);
    for (const name of Object.keys(requests)) {
      expect(await call(undefined, name, kind)).toBe('requestLogin');
      for (const [who, caller] of Object.entries(outsiders))
        expect([name, who, await call(caller, name, kind)]).toEqual([
          name,
          who,
          expect.stringMatching(/^(forbidden|question\.(bankNotFound|notFound))$/),
        ]);
    }
  });
});

test('the owner manages an own bank, that of a class and that of an institution which the owner created', async () => {
  for (const kind of ['teacher', 'class', 'institution'] as const)
    expect([kind, await results(owner, kind)]).toEqual([kind, expected(() => 'success')]);
});

test('a colleague edits the bank of the institution, and sees none of the others', async () => {
  expect(await results(colleague, 'institution')).toEqual(expected((name) => (MANAGING.includes(name) ? 'question.readOnly' : 'success')));
  for (const kind of ['teacher', 'class', 'book'] as const)
    expect([kind, Object.values(await results(colleague, kind)).filter((code) => code === 'success')]).toEqual([kind, []]);
});

test('an author manages the bank of the book, and a teacher whose class uses it views and copies', async () => {
  expect(await results(author, 'book')).toEqual(expected(() => 'success'));
  expect(await results(bookTeacher, 'book')).toEqual(expected((name) => (VIEWING.includes(name) ? 'success' : 'question.readOnly')));
  expect(await call(bookTeacher, TESTED_APART, 'book')).toBe('question.readOnly');
});
