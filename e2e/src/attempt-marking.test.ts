/**
 * A teacher writes a rubric and marks by it with the keyboard; two teachers mark another question without seeing each other's marks: close
 * marks give their mean, and the teacher of the class decides about the others. The students see the results.
 */
import {
  createAssignment,
  createClass,
  createQuestionBank,
  getAssignment,
  getAttemptResult,
  importQuestions,
  joinClass,
  listClasses,
  listClassMembers,
  type Question,
  savePaper,
  setCoTeacher,
  startAttempt,
  submitAttempt,
} from '@shufang/contract';
import type { RunningProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestPage, visit } from './browser.ts';
import { checkStateAppearance } from './check-appearance.ts';
import { openProduct } from './open-product.ts';
import { SETTINGS } from './publish-assignment.ts';
import { type Caller, callerFor, createReader, DEMO_READER, openSignedIn } from './users.ts';

const PASSWORD = DEMO_READER.password;
const TEACHER = { tel: '13800000002', password: PASSWORD };
const COLLEAGUE = { tel: '13800000009', password: PASSWORD };
const STUDENTS = ['13866660171', '13866660172'];

let product: RunningProduct;
let browser: Browser;
beforeAll(async () => {
  product = await openProduct();
  browser = await launchBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const essay = (text: string): Question => ({
  view: {
    id: 'item',
    title: '',
    body: [
      { name: 'p', children: [text] },
      { name: 'slot', attributes: { interaction: 'RESPONSE' } },
    ],
    interactions: { RESPONSE: { type: 'extendedText' } },
  },
  key: { responses: { RESPONSE: { rule: 'manual', milli: 10_000 } }, explanation: [] },
});

/** Creates a class with two students and a co-teacher who may mark, and a draft with two essays. */
const prepare = async (teacher: Caller, students: readonly Caller[]) => {
  const { taught } = await teacher(listClasses, {});
  const bookId = taught[0]?.book?.id;
  const group = await teacher(createClass, { name: '批改班', term: '秋季学期', bookId });
  const colleague = await callerFor(product, COLLEAGUE);
  for (const [index, join] of [...students, colleague].entries()) await join(joinClass, { code: group.code, name: `成员 ${index + 1}` });
  const { items } = await teacher(listClassMembers, { classId: group.id, status: 'active' });
  const member = items.find(({ name }) => name === `成员 ${students.length + 1}`);
  await teacher(setCoTeacher, { classId: group.id, userId: member?.userId, right: 'edit' });
  const { id, rev } = await teacher(createAssignment, { ...SETTINGS, title: '两道论述', classId: group.id, kind: 'quiz' });
  const { id: bankId } = await teacher(createQuestionBank, { name: '论述', owner: { kind: 'teacher' } });
  const imported = ['函数为什么要短？', '测试为什么要先写？'].map((text) => ({
    ...essay(text),
    tags: [],
    knowledgePoints: [],
    origin: { format: 'gift', fileName: '', line: 1, source: '' },
  }));
  const { ids } = await teacher(importQuestions, { bankId, items: imported });
  const slots = ids.map((questionId, index) => ({ kind: 'question' as const, id: `q${index}`, bankId, questionId, milli: null }));
  const sections = [{ id: 'all', title: '', instructions: '', milliEach: null, keepsOrder: true, slots }];
  await teacher(savePaper, { assignmentId: id, rev, sections, blueprint: [] });
  return id;
};

/** Hands in two responses. Returns the id of the attempt. */
const handIn = async (student: Caller, assignmentId: string, texts: readonly string[]): Promise<string> => {
  const { id: attemptId } = await student(startAttempt, { assignmentId });
  const sent = texts.map((text, index) => ({ questionId: `q${index + 1}`, seq: 1, response: { RESPONSE: [text] }, clientAt: index }));
  await student(submitAttempt, { attemptId, deviceId: 'journeydevice', answers: sent });
  return attemptId;
};

const openAs = async (user: { readonly tel: string; readonly password: string }, path: string): Promise<TestPage> => {
  const opened = await visit(browser, 'desktop');
  await openSignedIn(product, opened.page, user.tel, user.password);
  await opened.page.goto(product.url + path);
  return opened;
};

/** Turns to the response with this text, and waits until it is shown. */
const turnTo = async (page: Page, text: string): Promise<void> => {
  const shown = page.getByRole('region', { name: '评分', exact: true }).getByRole('textbox').first();
  await shown.waitFor();
  if ((await shown.inputValue()) !== text) await page.getByRole('button', { name: '下一份', exact: true }).click();
  await expect.poll(() => shown.inputValue()).toBe(text);
};

/** Gives points to the response with this text, and waits for what the page shows then. */
const give = async (page: Page, text: string, points: string, shown: RegExp): Promise<void> => {
  await turnTo(page, text);
  await page.getByRole('textbox', { name: '得分（满分 10）' }).fill(points);
  await page.keyboard.press('Enter');
  await page.getByText(shown).first().waitFor();
};

test('a rubric is written, shown and marked by keyboard, and two marks become a mean or the decision of the teacher', async () => {
  for (const tel of STUDENTS) await createReader(product, tel, PASSWORD);
  const teacher = await callerFor(product, TEACHER);
  const students = await Promise.all(STUDENTS.map((tel) => callerFor(product, { tel, password: PASSWORD })));
  const id = await prepare(teacher, students);

  const { page: owner } = await openAs(TEACHER, `/assignment/${id}`);
  await owner.getByRole('button', { name: '做一份量规' }).click();
  const dialog = owner.getByRole('dialog', { name: '评分量规' });
  await dialog.getByLabel('量规名称').fill('论述量规');
  await dialog.getByLabel('名称', { exact: true }).fill('切题');
  await dialog.getByRole('button', { name: '保存量规' }).click();
  await owner.getByRole('heading', { name: '论述量规' }).waitFor();
  await owner.getByRole('button', { name: '发布', exact: true }).click();
  await owner.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click();
  await owner.getByText('进行中').first().waitFor();

  const [one, other] = students;
  if (one === undefined || other === undefined) throw new Error('no students');
  const attemptId = await handIn(one, id, ['短函数好读', '先写测试省事']);
  await handIn(other, id, ['短函数好改', '先写测试费事']);

  // The second question is marked by two teachers; their marks may differ by one point.
  await owner.goto(`${product.url}/assignment/${id}`);
  await owner.getByRole('button', { name: '设置第 2 题的双评' }).click();
  const double = owner.getByRole('dialog', { name: /第 2 题由几位老师批/ });
  await double.getByLabel('这道题双评').check();
  await double.getByLabel('两位老师的分数最多相差多少分').fill('1');
  await double.getByRole('button', { name: '保存' }).click();
  await owner.getByText(/双评，相差不超过 1 分取平均/).waitFor();

  // The first question has the rubric: a digit chooses a level, Enter stores.
  await owner.goto(`${product.url}/assignment/${id}?question=q1`);
  await turnTo(owner, '短函数好读');
  const levels = owner.getByRole('group', { name: '切题' }).getByRole('radio');
  await levels.first().focus();
  await owner.keyboard.press('1');
  await owner.getByText('合计 10 / 10 分').waitFor();
  await owner.keyboard.press('Enter');
  await owner.getByText(/还有 1 份没有批/).waitFor();
  await turnTo(owner, '短函数好改');
  await owner.keyboard.press('3');
  await owner.keyboard.press('Enter');
  await owner.getByText(/全部批完/).waitFor();

  const { page: colleague } = await openAs(COLLEAGUE, `/assignment/${id}?question=q2`);
  await give(colleague, '先写测试省事', '8', /还有 1 份没有批/);
  await give(colleague, '先写测试费事', '4', /全部批完/);

  await owner.goto(`${product.url}/assignment/${id}?question=q2`);
  await turnTo(owner, '先写测试省事');
  await owner.getByText('另一位老师批完以前，您看不到对方的分数。').waitFor();
  expect(await owner.getByRole('list', { name: '两位老师的评分' }).count()).toBe(0);
  await give(owner, '先写测试省事', '9', /还有 1 份没有批/);
  await give(owner, '先写测试费事', '9', /两位老师的分数相差过大/);
  await turnTo(owner, '先写测试省事');
  await owner.getByText('两位老师的分数一致').waitFor();
  await owner.getByText('计分 8.5 / 10').waitFor();
  await turnTo(owner, '先写测试费事');
  await owner.getByText('两位老师的分数相差过大').waitFor();
  expect(await owner.getByRole('list', { name: '两位老师的评分' }).getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('：4 分'),
    expect.stringContaining('：9 分'),
  ]);
  await owner.getByRole('textbox', { name: '得分（满分 10）' }).fill('7');
  await owner.getByRole('button', { name: '评定这份作答' }).click();
  await owner.getByText(/全部批完/).waitFor();

  await colleague.reload();
  await turnTo(colleague, '先写测试费事');
  await colleague.getByText('两位老师都批过了，要改请班级的老师评定。').waitFor();

  const scores = await Promise.all(students.map((student) => student(getAssignment, { id })));
  expect(scores.map(({ own }) => own?.countedMilli)).toEqual([18_500, 7000]);
  const { questions } = await one(getAttemptResult, { attemptId });
  expect(questions.map(({ earnedMilli }) => earnedMilli)).toEqual([10_000, 8500]);

  const student = await openAs({ tel: STUDENTS[0] ?? '', password: PASSWORD }, `/assignment/${id}?attempt=${attemptId}`);
  await student.page.getByText('得到的档').waitFor();
  expect(await checkStateAppearance(student, 'marked-by-rubric')).toEqual([]);
}, 240_000);
