/** A student answers while the page crashes, the network is cut, the server is killed, and a second tab writes: nothing is lost. */
import { getAssignment, listClasses } from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, visit } from './browser.ts';
import { publishAssignment } from './publish-assignment.ts';
import { callAs, callerFor, DEMO_READER, openSignedIn } from './users.ts';

const TEACHER = { tel: '13800000002', password: DEMO_READER.password };
const STUDENT = '13800000012';

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

const option = (page: Page, no: number, name: string) =>
  page.getByRole('region', { name: `第 ${no} 题`, exact: true }).getByRole('radio', { name });
const saved = (page: Page, no: number) => page.getByText(new RegExp(`^第 ${no} 题 已存 \\d\\d:\\d\\d:\\d\\d$`));

test('answers survive a crash of the page, a cut network, a killed server and a second tab; the receipt counts them all', async () => {
  const teacher = await callerFor(product, TEACHER);
  const { taught } = await teacher(listClasses, {});
  const assignmentId = await publishAssignment(teacher, taught[0]?.id ?? '', { questions: 4 });
  const { page } = await visit(browser, 'desktop');
  await openSignedIn(product, page, STUDENT, DEMO_READER.password);
  const address = `${product.url}/assignment/${assignmentId}/answer`;
  await page.goto(address);
  await option(page, 1, '三次').check();
  await saved(page, 1).waitFor();

  // The network is cut, and the page reloads before the answer has left the device.
  await page.context().route('**/api/**', (route) => route.abort());
  await option(page, 2, '两次').check();
  await page.getByText('第 2 题 已存在本机，正在上传').waitFor();
  await page.reload();
  await page.context().unroute('**/api/**');
  await page.goto(address);
  await saved(page, 2).waitFor({ timeout: 60_000 });
  expect(await option(page, 2, '两次').isChecked()).toBe(true);

  // The server is killed while an answer is on its way.
  await option(page, 3, '三次').check();
  product.process.kill('SIGKILL');
  const { dataDir, port } = product;
  product = { ...(await startProduct({ dataDir, port })), dataDir };
  await saved(page, 3).waitFor({ timeout: 60_000 });

  // A second tab answers, and the first one shows it.
  const second = await page.context().newPage();
  await second.goto(address);
  await option(second, 4, '两次').check();
  await saved(second, 4).waitFor();
  await expect.poll(() => option(page, 4, '两次').isChecked(), { timeout: 60_000 }).toBe(true);
  await second.close();

  await page.getByRole('button', { name: '交卷' }).first().click();
  const dialog = page.getByRole('dialog', { name: '交卷？' });
  expect(await dialog.getByText('共 4 题，已答 4 题。').isVisible()).toBe(true);
  await dialog.getByRole('button', { name: '确认交卷' }).click();
  await page.getByRole('heading', { name: '已交卷' }).waitFor();
  await page.getByText('4 / 4 题').waitFor();
  const { own } = await callAs(product, page, getAssignment, { id: assignmentId });
  expect(own?.attempts).toMatchObject([{ state: 'handedIn', closedBy: 'student', score: { earnedMilli: 2000, possibleMilli: 4000 } }]);
  await page.getByRole('link', { name: '核验这份凭证' }).click();
  await page.getByText('凭证有效：服务器上的作答与交卷时一致。').waitFor();
}, 240_000);
