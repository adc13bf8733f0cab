/** A teacher makes a paper from a bank, with a draw, and publishes it; a student answers it and sees the result. */
import { getAssignment, listClasses } from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, visit } from './browser.ts';
import { callAs, callerFor, DEMO_READER, openSignedIn } from './users.ts';

const TEACHER = { tel: '13800000002', password: DEMO_READER.password };
const STUDENT = '13800000013';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('a paper of picked and drawn questions goes from the bank to the result of a student', async () => {
  const { taught } = await (await callerFor(product, TEACHER, 'mobile'))(listClasses, {});
  const { page } = await visit(browser, 'desktop');
  await openSignedIn(product, page, TEACHER.tel, TEACHER.password);
  await page.goto(`${product.url}/class/${taught[0]?.id}?tab=work`);
  await page.getByRole('region', { name: '作业与考试' }).getByRole('button', { name: '新建' }).click();
  const form = page.getByRole('dialog', { name: '新建作业或测验' });
  await form.getByLabel('标题').fill('组卷测验');
  await form.getByRole('button', { name: '建立草稿' }).click();
  await page.getByRole('link', { name: '编辑试卷' }).click();
  await page.getByRole('button', { name: '添加一个部分' }).click();
  await page.getByLabel('每题分值').fill('3');

  await page.getByRole('button', { name: '从题库选题' }).click();
  const picking = page.getByRole('dialog', { name: '从题库选题' });
  await picking.getByLabel('题库').selectOption({ label: '单元测验的题目 · 我的（8 题）' });
  await picking.getByLabel('题型').selectOption({ label: '单选题' });
  const choices = picking.getByRole('checkbox', { name: /^选择“/ });
  await choices.first().check();
  await choices.nth(1).check();
  await picking.getByRole('button', { name: '放进试卷（2 题）' }).click();

  await page.getByRole('button', { name: '随机抽题' }).click();
  const drawing = page.getByRole('dialog', { name: '随机抽题' });
  await drawing.getByLabel('题库').selectOption({ label: '单元测验的题目 · 我的（8 题）' });
  await drawing.getByLabel('题型').selectOption({ label: '单选题' });
  await drawing.getByLabel('抽几题').fill('1');
  await drawing.getByLabel('每题分值').fill('4');
  await drawing.getByRole('button', { name: '放进试卷' }).click();
  await page.getByText('每名学生 3 题，共 10 分').waitFor();
  await page.getByRole('button', { name: '保存并预览' }).click();
  await page.getByRole('heading', { name: '预览：组卷测验' }).waitFor();
  const questions = page.getByRole('region', { name: /^第 \d 题$/ });
  await questions.nth(2).waitFor();
  expect(await questions.count()).toBe(3);

  await page.getByRole('link', { name: '回到作业' }).click();
  await page.getByRole('button', { name: '发布' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '发布' }).click();
  await page.getByText('进行中').first().waitFor();
  const assignmentId = /assignment\/(\w+)/.exec(page.url())?.[1] ?? '';

  const { page: student } = await visit(browser, 'phone');
  await openSignedIn(product, student, STUDENT, DEMO_READER.password);
  await student.goto(`${product.url}/assignment/${assignmentId}`);
  await student.getByRole('button', { name: '开始作答' }).click();
  for (const no of [1, 2, 3]) {
    await student
      .getByRole('region', { name: `第 ${no} 题`, exact: true })
      .getByRole('radio')
      .first()
      .check();
    await student.getByText(new RegExp(`^第 ${no} 题 已存 `)).waitFor();
  }
  await student.getByRole('button', { name: '交卷' }).first().click();
  await student.getByRole('dialog', { name: '交卷？' }).getByRole('button', { name: '确认交卷' }).click();
  await student.getByRole('heading', { name: '已交卷' }).waitFor();
  const { own } = await callAs(product, student, getAssignment, { id: assignmentId });
  const [attempt] = own?.attempts ?? [];
  expect(attempt?.score?.possibleMilli).toBe(10_000);
  await student.goto(`${product.url}/assignment/${assignmentId}?attempt=${attempt?.id}`);
  await student
    .getByText(`得分 ${(attempt?.score?.earnedMilli ?? -1) / 1000} / 10`)
    .first()
    .waitFor();
  await expect.poll(() => student.getByRole('region', { name: /^第 \d 题/ }).count()).toBe(3);
}, 240_000);
