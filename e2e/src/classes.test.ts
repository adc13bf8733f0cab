/** A teacher creates a class and shows its code; a student joins it before owning the book, reads, and leaves. */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, visit } from './browser.ts';
import { checkAppearance } from './check-appearance.ts';
import { DEMO_READER, openSignedIn } from './users.ts';

const TEACHER = { tel: '13800000002', password: DEMO_READER.password };
const STUDENT = { tel: '13800000001', password: DEMO_READER.password };
const BOOK = 'Python 编程起步';

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

test('a verified teacher gets to a class with a code, a student joins by it and reads, and the teacher sees the member', async () => {
  const teacher = await visit(browser, 'desktop');
  await openSignedIn(product, teacher.page, TEACHER.tel, TEACHER.password);
  const { page } = teacher;
  await page.goto(`${product.url}/user/teacher`);
  await page.getByRole('link', { name: 'Python 程序设计 1 班' }).waitFor();
  expect(await page.getByRole('cell', { name: /30 人/ }).count()).toBe(1);
  expect(await checkAppearance(teacher, 'teacher-classes')).toEqual([]);
  await page.getByRole('button', { name: '创建班级' }).click();
  const dialog = page.getByRole('dialog', { name: '创建班级' });
  await dialog.getByLabel('班级名称').fill('Python 程序设计 2 班');
  await dialog.getByLabel('哪本书').fill('Python');
  await dialog.getByRole('button', { name: '查找' }).click();
  await dialog
    .getByRole('button', { name: new RegExp(BOOK) })
    .first()
    .click();
  expect(await checkAppearance(teacher, 'class-dialog')).toEqual([]);
  await dialog.getByRole('button', { name: '创建', exact: true }).click();
  await page.getByRole('heading', { name: 'Python 程序设计 2 班' }).waitFor();
  const address = (await page.getByText(/\/class\/join\?code=/).textContent()) ?? '';
  const code = address.slice(-6);
  expect(await checkAppearance(teacher, 'class-new')).toEqual([]);
  await page.getByRole('link', { name: '投屏显示' }).click();
  await page.getByRole('img', { name: '加入“Python 程序设计 2 班”的二维码' }).waitFor();
  expect(await checkAppearance(teacher, 'class-board')).toEqual([]);

  const student = await visit(browser, 'desktop');
  await openSignedIn(product, student.page, STUDENT.tel, STUDENT.password);
  await student.page.goto(`${product.url}/class/join?code=${code}`);
  await student.page.getByRole('heading', { name: 'Python 程序设计 2 班' }).waitFor();
  expect(await checkAppearance(student, 'class-join')).toEqual([]);
  await student.page.getByLabel('姓名').fill('颜书雅');
  await student.page.getByRole('button', { name: '加入班级' }).click();
  await student.page.getByRole('tab', { name: /^同学/ }).click();
  await student.page.getByRole('table', { name: '成员名单' }).waitFor();
  expect(await checkAppearance(student, 'class-student')).toEqual([]);

  // The page for the projector counts the student without a reload.
  await page.getByText('已加入 1 人').waitFor();
  await page.getByRole('link', { name: '回班级页' }).click();
  await page.getByRole('tab', { name: /^学生/ }).click();
  await page.getByRole('button', { name: '移出：颜书雅' }).waitFor();
  await page.goto(`${product.url}/user/teacher`);
  await page.getByRole('link', { name: 'Python 程序设计 1 班' }).click();
  await page.getByRole('tab', { name: /^学生/ }).click();
  await page
    .getByRole('button', { name: /^移出：/ })
    .first()
    .waitFor();
  expect(await checkAppearance(teacher, 'class-thirty')).toEqual([]);

  await page.getByRole('tab', { name: '名单' }).click();
  const buffer = Buffer.from('学号,姓名\n2026999,颜书雅\n20260101,陈书瑶\n20260102,\n');
  await page.locator('input[type=file]').setInputFiles({ name: '名单.csv', mimeType: 'text/csv', buffer });
  await page.getByText('新增 2 人，改名 0 人，不变 0 人').waitFor();
  expect(await checkAppearance(teacher, 'roster-preview')).toEqual([]);
  await page.getByRole('button', { name: '确认导入' }).click();
  await page.getByText('名单上 2 人，还没加入 1 人').waitFor();
  expect(await checkAppearance(teacher, 'roster')).toEqual([]);

  await student.page.getByRole('tab', { name: '设置' }).click();
  await student.page.getByRole('button', { name: '退出班级' }).click();
  await student.page.getByRole('dialog').getByRole('button', { name: '退出班级' }).click();
  await student.page.getByText('还没有加入班级').waitFor();
  expect(await checkAppearance(student, 'user-without-class')).toEqual([]);
  expect([...teacher.problems, ...student.problems]).toEqual([]);
});
