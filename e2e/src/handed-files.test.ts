/** A student photographs handwriting with a phone and hands it in over a failing network; the teacher sees it turned, and scores it. */
import { createAssignment, getAssignment, listClasses, setAssignmentStatus } from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, visit } from './browser.ts';
import { SETTINGS } from './publish-assignment.ts';
import { callAs, callerFor, DEMO_READER, openSignedIn } from './users.ts';

const TEACHER = { tel: '13800000002', password: DEMO_READER.password };
const STUDENT = '13800000012';

/** A small picture of one color, 2 by 1 pixels. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGM4YKCgYHAAAAd3AiEKjs1vAAAAAElFTkSuQmCC', 'base64');
const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: PICTURE });
const PDF = { name: '推导.pdf', mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7\n${' '.repeat(100)}%%EOF\n`) };

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

test('photos that could not be sent stay on the phone, arrive later, are ordered and turned, handed in and scored', async () => {
  const teacher = await callerFor(product, TEACHER);
  const { taught } = await teacher(listClasses, {});
  const form = {
    ...SETTINGS,
    classId: taught[0]?.id ?? '',
    kind: 'upload' as const,
    title: '手写作业',
    instructions: '写出推导过程，拍照交上来。',
    totalMilli: 10_000,
    task: { kind: 'upload' as const, accepts: ['picture' as const, 'pdf' as const], filesMax: 4 },
  };
  const draft = await teacher(createAssignment, form);
  await teacher(setAssignmentStatus, { id: draft.id, rev: draft.rev, status: 'published' });

  const { page } = await visit(browser, 'phone');
  await openSignedIn(product, page, STUDENT, DEMO_READER.password);
  await page.goto(`${product.url}/assignment/${draft.id}`);
  await page.getByRole('button', { name: '开始作答' }).click();
  const choose = page.getByLabel('选择文件', { exact: true }).and(page.locator('input'));
  await page.getByRole('button', { name: '拍照' }).waitFor();

  // Without a network the photo stays on the phone, also over a reload.
  await page.context().route('**/userFile/upload', (route) => route.abort());
  await choose.setInputFiles(photo('第一页.png'));
  await page.getByText('等待上传，已存在本机').waitFor();
  await page.reload();
  await page.getByText('第一页.png').waitFor();
  await page.context().unroute('**/userFile/upload');
  await page
    .getByRole('button', { name: '转 90°' })
    .or(page.getByRole('button', { name: '把 第一页.png 顺时针转 90°' }))
    .first()
    .waitFor({ timeout: 60_000 });
  await choose.setInputFiles([photo('第二页.png'), PDF]);
  await page.getByRole('button', { name: '移除 推导.pdf' }).waitFor();
  await page.getByText('已传好 3 个，最多 4 个').waitFor({ timeout: 60_000 });

  await page.getByRole('button', { name: '把 第一页.png 顺时针转 90°' }).click();
  await page.getByRole('button', { name: '移动 第二页.png' }).focus();
  await page.keyboard.press('ArrowUp');
  await page.getByRole('button', { name: '移除 推导.pdf' }).click();
  await page.getByText('已传好 2 个，最多 4 个').waitFor();
  await page.getByRole('button', { name: '提交', exact: true }).first().click();
  await page.getByRole('dialog', { name: '提交作业？' }).getByRole('button', { name: '确认提交' }).click();
  await page.getByRole('heading', { name: '已提交' }).waitFor();
  const { own } = await callAs(product, page, getAssignment, { id: draft.id });
  expect(own?.attempts).toMatchObject([{ state: 'handedIn', closedBy: 'student' }]);

  const { page: marking } = await visit(browser, 'desktop');
  await openSignedIn(product, marking, TEACHER.tel, TEACHER.password);
  await marking.goto(`${product.url}/assignment/${draft.id}?question=q1`);
  const pages = marking.getByRole('list', { name: '交上的文件' }).getByRole('listitem');
  await pages.nth(1).getByRole('img').waitFor({ timeout: 60_000 });
  expect(await pages.allInnerTexts()).toEqual([expect.stringContaining('1. 第二页.png'), expect.stringContaining('2. 第一页.png')]);
  const turned = pages.nth(1).getByRole('img');
  expect(await turned.evaluate((image) => image.style.transform)).toContain('rotate(90deg)');
  await marking.getByRole('textbox', { name: '得分（满分 10）' }).fill('8');
  await marking.getByRole('button', { name: '存下，看下一份' }).click();
  await marking.getByText('全部批完').waitFor();
  const scored = await callAs(product, page, getAssignment, { id: draft.id });
  expect(scored.own?.countedMilli).toBe(8000);
}, 240_000);
