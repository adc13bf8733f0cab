/**
 * Editors work on the catalog in the admin area: they import files, make a collection, a row of the home page and short codes that readers
 * then see, and change the cover, the discipline and a role of one book.
 */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, type SizeName, type TestPage, visit } from './browser.ts';
import { corpusFile } from './corpus.ts';
import { press } from './keyboard.ts';
import { openSignedIn } from './users.ts';

const PASSWORD = 'Shufang-2026';
const ADMIN = '13800000006';

let product: Product;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  product = await startProduct();
  const response = (await (await fetch(`${product.url}/api/course/query?sort=title`)).json()) as { payload: { items: { id: string }[] } };
  bookId = response.payload.items[0]?.id ?? '';
  browser = await launchBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const openTestPage = async (size: SizeName): Promise<TestPage> => {
  const testPage = await visit(browser, size);
  await openSignedIn(product, testPage.page, ADMIN, PASSWORD);
  return testPage;
};

test('a collection is sorted by keyboard and by mouse and appears on the home page, and the short code of a chapter opens the book', async () => {
  const editor = await openTestPage('desktop');
  const { page } = editor;
  await page.goto(`${product.url}/admin/collections/new`);
  await page.getByLabel('名称').fill('节气与编程');
  await page.getByLabel('查找图书').fill('');
  await page.getByLabel('查找图书').press('Enter');
  for (const title of ['二十四节气画册', 'Python 编程起步']) await press(page, page.getByRole('button', { name: `添加《${title}》` }));
  await page.getByLabel('推荐语').first().fill('一年看一遍。');
  const names = async (): Promise<(string | null)[]> =>
    Promise.all(
      (
        await page
          .getByRole('list', { name: '书单里的图书' })
          .getByRole('button', { name: /^移动 / })
          .all()
      ).map((handle) => handle.getAttribute('aria-label')),
    );
  await page.getByRole('button', { name: '移动 《Python 编程起步》' }).focus();
  await page.keyboard.press('ArrowUp');
  await page.getByText('《Python 编程起步》：第 1 位，共 2 位').waitFor();
  expect(await names()).toEqual(['移动 《Python 编程起步》', '移动 《二十四节气画册》']);
  await page.getByLabel('推荐语').last().scrollIntoViewIfNeeded();
  const [first, second] = await Promise.all(
    ['Python 编程起步', '二十四节气画册'].map((title) => page.getByRole('button', { name: `移动 《${title}》` }).boundingBox()),
  );
  await page.mouse.move((first?.x ?? 0) + 10, (first?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move((first?.x ?? 0) + 10, (second?.y ?? 0) + 80, { steps: 8 });
  await page.mouse.up();
  await page.getByText('《Python 编程起步》：第 2 位，共 2 位').waitFor();
  expect(await names()).toEqual(['移动 《二十四节气画册》', '移动 《Python 编程起步》']);
  await page.getByLabel('读者可以看到').check();
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await editor.picture('collection-filled');
  await page.getByRole('button', { name: '保存' }).click();
  await page.waitForURL(/\/admin\/collections\/[0-9a-z]{26}$/);

  await page.goto(`${product.url}/admin/home`);
  await press(page, page.getByRole('button', { name: '添加图书行' }));
  await page.getByLabel('专题或书单').selectOption({ label: '节气与编程' });
  await page.getByLabel('结束日期').fill('2099-12-31');
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await editor.picture('slot-dialog');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('至 2099-12-31').waitFor();
  await editor.picture('home-row');
  await page.getByRole('link', { name: '预览首页' }).click();
  await page.getByRole('region', { name: '首页预览' }).waitFor();
  await page.getByRole('heading', { name: '节气与编程' }).first().waitFor();
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await editor.picture('home-preview');

  await page.goto(`${product.url}/admin/links`);
  await press(page, page.getByRole('button', { name: '生成短码' }));
  const dialog = page.getByRole('dialog', { name: '生成短码' });
  await dialog.getByLabel('指向').selectOption({ label: '章节（可选多个）' });
  await dialog.getByLabel('查找图书').fill('二十四节气');
  await dialog.getByLabel('查找图书').press('Enter');
  await press(page, dialog.getByRole('button', { name: '选择《二十四节气画册》' }));
  await dialog.getByLabel('全部章节').check();
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await editor.picture('links-chapters');
  await dialog.getByRole('button', { name: /^生成 \d+ 个短码$/ }).click();
  await page.getByRole('dialog', { name: /^已生成 \d+ 个短码$/ }).waitFor();
  await editor.picture('links-made');
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
  const [qr] = await page.getByRole('button', { name: /^短码 .* 的二维码$/ }).all();
  const code = /^短码 (\w+) 的二维码$/.exec((await qr?.getAttribute('aria-label')) ?? '')?.[1] ?? '';
  await qr?.click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载 SVG' }).click();
  expect((await saved).suggestedFilename()).toBe(`${code}.svg`);
  await editor.picture('links-qr');
  await page.goto(`${product.url}/q/${code}`);
  await page.waitForURL(/\/course\/learning\//);
  expect(editor.problems).toEqual([]);
  await editor.context.close();
});

test('a cover is cropped by keyboard, a book is assigned to two disciplines, and a contributor’s role is changed for one book', async () => {
  const editor = await openTestPage('phone');
  const { page } = editor;
  await page.goto(`${product.url}/admin/books/${bookId}`);
  const before = await page.getByRole('img', { name: /的封面$/ }).getAttribute('src');
  await page.getByRole('button', { name: '更换封面' }).click();
  const picture = await page.screenshot();
  await page.locator('input[type=file]').setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: picture });
  const frame = page.getByRole('button', { name: /^取景框/ });
  await frame.focus();
  for (const key of ['+', '+', 'ArrowLeft', 'ArrowDown']) await page.keyboard.press(key);
  expect(Number(await page.getByRole('slider', { name: '缩放' }).inputValue())).toBeCloseTo(1.2);
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await editor.picture('cover-crop');
  await page.getByRole('button', { name: '使用这张' }).click();
  await page.waitForFunction((src) => !document.querySelector(`img[src="${src}"]`), before);
  await page.getByLabel('添加学科').selectOption({ label: '农学' });
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('已保存').first().waitFor();
  await page.reload();
  await page.getByRole('button', { name: '不再归入农学' }).waitFor();
  await editor.picture('book-edited');

  await page.goto(`${product.url}/admin/users?q=13800000001`);
  await page.getByRole('button', { name: /^调整角色：/ }).click();
  await page.getByLabel('角色', { exact: true }).last().selectOption({ label: '作者' });
  await page.getByLabel('按书名查找图书').fill('二十四节气');
  await page.getByLabel('按书名查找图书').press('Enter');
  await page.getByRole('button', { name: '给予 作者（限 《二十四节气画册》）' }).click();
  await page.getByLabel('原因').fill('参与修订');
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await editor.picture('roles-scoped');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('cell').getByText('限 《二十四节气画册》').waitFor();
  await editor.picture('roles-given');
  expect(editor.problems).toEqual([]);
  await editor.context.close();
});

/** Drags files from the file manager over the page and drops them. */
const dropFiles = async (page: Page, files: readonly string[]): Promise<void> => {
  const box = await page.getByText('把 EPUB 文件拖到这里').boundingBox();
  if (box === null) throw new Error('the drop area for files is missing');
  const session = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, data: { items: [], files: [...files], dragOperationsMask: 1 } };
  await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at });
  await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at });
  await page.getByText('松开鼠标，加入列表').waitFor();
  await session.send('Input.dispatchDragEvent', { type: 'drop', ...at });
  await session.detach();
};

test('files are selected and dropped, and their imports are shown, canceled and retried; a faulty book has a report, and a malicious file has a reason', async () => {
  const editor = await openTestPage('desktop');
  const { page } = editor;
  await page.goto(`${product.url}/admin/import`);
  const long = 'se-war-and-peace.epub';
  const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  const stage = (name: string) => card(name).getByRole('status').first();

  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '选择文件' }).click();
  await (await choosing).setFiles([corpusFile(`epub-books/${long}`)]);
  await page.getByRole('button', { name: '开始导入 1 个文件' }).click();
  const progress = page.getByRole('progressbar', { name: `导入进度：${long}` });
  await page.getByRole('button', { name: `取消导入 ${long}` }).click();
  await expect.poll(() => stage(long).textContent(), { timeout: 60_000 }).toBe('已取消');
  await page.getByRole('button', { name: `重新导入 ${long}` }).click();
  await expect.poll(async () => Number(await progress.getAttribute('value')), { timeout: 60_000 }).toBeGreaterThan(0);
  await editor.picture('import-running');
  expect(await accessibilityProblemsOf(page)).toEqual([]);

  // The folder contains several files, one of which is not a book and must be refused.
  await dropFiles(page, [
    corpusFile('hostile/image-truncated.epub'),
    corpusFile('hostile/bomb-overlap-10gib.epub'),
    corpusFile('hostile/docx-macro.docx'),
  ]);
  await page.getByText('“docx-macro.docx”没有加入：只能导入 .epub 文件').waitFor();
  await page.getByRole('button', { name: '开始导入 2 个文件' }).click();
  await expect.poll(() => stage('bomb-overlap-10gib.epub').textContent(), { timeout: 60_000 }).toBe('已拒绝');
  const refused = card('bomb-overlap-10gib.epub');
  await refused.getByText('这个文件不能导入').waitFor();
  await refused.getByText('压缩比异常，疑似压缩炸弹').waitFor();
  expect(await refused.getByRole('link', { name: /查看图书/ }).count()).toBe(0);
  await expect.poll(() => stage('image-truncated.epub').textContent(), { timeout: 60_000 }).toBe('已完成');
  const faulty = card('image-truncated.epub');
  await faulty.getByText('导入报告').click();
  await faulty.getByText('图片已损坏或格式不符，已用替代文字显示').waitFor();
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await editor.picture('import-report');
  await faulty.getByRole('link', { name: /^查看图书/ }).click();
  await page.waitForURL(/\/course\/info\//);

  // The page with the finished import of the long book is checked on a phone.
  const phone = await openTestPage('phone');
  await phone.page.goto(`${product.url}/admin/import`);
  const imported = phone.page.getByRole('listitem').filter({ has: phone.page.getByText(long, { exact: true }) });
  await imported.getByRole('link', { name: /^查看图书/ }).waitFor({ timeout: 90_000 });
  expect(await accessibilityProblemsOf(phone.page)).toEqual([]);
  await phone.picture('import-done');
  expect([...editor.problems, ...phone.problems]).toEqual([]);
  await Promise.all([editor.context.close(), phone.context.close()]);
});
