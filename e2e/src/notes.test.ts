/** Tests the page 我的笔记: tags and filters, export in four formats, the bin, re-anchoring of orphaned annotations, import, and a new version. */
import { readFile } from 'node:fs/promises';
import { type Annotation, AUTHORIZATION_SCHEME, formatHlc, newId, pullChanges, pushChanges, type SyncChange } from '@shufang/contract';
import { type LookUpServices, type Product, startLookUpServices, startProduct } from '@shufang/dev-env';
import type { Browser, Download, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeEpub, makeTemporaryFolder } from '../../apps/server/src/features/publication/testing/make-epub.ts';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, sizes, type TestPage, visit } from './browser.ts';
import { corpusFile } from './corpus.ts';
import { readQrCode } from './read-qr-code.ts';
import { settle } from './reader-tools.ts';
import { countHighlights, openBook, selectText } from './reading.ts';
import { createReader, openSignedIn, tokenOf, untilFound } from './users.ts';

const PASSWORD = 'Biji-suixing-2026';
const CHAPTER = '?href=OEBPS%2Ftext%2Fc0000.xhtml';

let services: LookUpServices;
let product: Product;
let browser: Browser;
let bookId: string;
let userCount = 0;

beforeAll(async () => {
  services = await startLookUpServices();
  const { dictionaryUrl: DICTIONARY_URL, translationUrl: TRANSLATION_URL } = services;
  product = await startProduct({ environment: { DICTIONARY_URL, TRANSLATION_URL, DICTIONARY_NAME: '样本词典' } });
  const [job] = (await product.command('import', corpusFile('epub-books/zh-lunyu.epub'), '--publish')) as { bookId: string }[];
  bookId = job?.bookId ?? '';
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await services?.stop();
});

const openTestPage = async (): Promise<TestPage> => {
  userCount += 1;
  const tel = `1394444000${userCount}`;
  await createReader(product, tel, PASSWORD);
  const testPage = await visit(browser, 'desktop');
  await openSignedIn(product, testPage.page, tel, PASSWORD);
  await openBook(testPage.page, product.url, bookId, CHAPTER);
  return testPage;
};

const toolbar = (page: Page) => page.getByRole('toolbar', { name: '划线工具' });
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });
const highlight = async (page: Page, text: string): Promise<void> => {
  await selectText(page, text);
  await toolbar(page).getByRole('button', { name: '黄色' }).click();
  await toolbar(page).waitFor({ state: 'detached' });
};
const writeNote = async (page: Page, text: string, note: string): Promise<void> => {
  await selectText(page, text);
  await toolbar(page).getByRole('button', { name: '写笔记' }).click();
  await page.getByRole('textbox', { name: '笔记内容' }).fill(note);
  await page.getByRole('button', { name: '保存' }).click();
};
const toNotes = async (page: Page): Promise<void> => {
  await settle(page);
  await page.goto(`${product.url}/user/myNotes`);
  await tab(page, /^全部/).waitFor();
};
const exportAs = async (page: Page, format: string): Promise<Download> => {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByLabel('导出', { exact: true }).selectOption(format)]);
  return download;
};

const headersOf = async (page: Page): Promise<Record<string, string>> => {
  const token = await tokenOf(page);
  return { authorization: `${AUTHORIZATION_SCHEME} ${token}`, 'x-device-code': 'web', 'content-type': 'application/json' };
};
const annotationsOnServer = async (page: Page): Promise<Annotation[]> => {
  const response = await fetch(`${product.url}${pullChanges.path}?since=0`, { headers: await headersOf(page) });
  const { payload } = (await response.json()) as { payload: { changes: SyncChange[] } };
  return payload.changes.flatMap((change) => (change.entity === 'annotation' ? [change.record] : []));
};
/** Simulates another device of the user that could not find the passage in a new version of the book. */
const breakAnchor = async (page: Page, annotation: Annotation): Promise<void> => {
  const op = {
    id: newId(),
    entity: 'annotation',
    entityId: annotation.id,
    kind: 'put',
    hlc: formatHlc(Date.now() + 1_000, 0, 'otherdevice'),
    fields: { anchor: 'orphan' },
  };
  const response = await fetch(product.url + pushChanges.path, {
    method: 'POST',
    headers: await headersOf(page),
    body: JSON.stringify({ deviceId: 'otherdevice', ops: [op] }),
  });
  const { payload } = (await response.json()) as { payload: { results: { status: string }[] } };
  expect(payload.results.map(({ status }) => status)).toEqual(['applied']);
};

test('canceling a note deletes the annotation that was created for it, and no other', async () => {
  const { page, context, problems } = await openTestPage();
  const giveUp = async (text: string): Promise<void> => {
    await selectText(page, text);
    await toolbar(page).getByRole('button', { name: '写笔记' }).click();
    await page.getByRole('textbox', { name: '笔记内容' }).fill('还没想好');
    await page.getByRole('button', { name: '取消' }).click();
    await page.getByRole('textbox', { name: '笔记内容' }).waitFor({ state: 'detached' });
  };
  await highlight(page, '不亦说乎');
  await giveUp('人不知而不愠');
  await giveUp('不亦说乎');
  await expect.poll(() => countHighlights(page)).toBe(1);
  await toNotes(page);
  await page.getByText('共 1 条').first().waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('annotations are tagged, filtered, exported in four formats, deleted and restored', async () => {
  const testPage = await openTestPage();
  const { page } = testPage;
  await writeNote(page, '不亦说乎', '开篇第一句，要背。');
  await highlight(page, '人不知而不愠');
  await expect.poll(() => countHighlights(page)).toBe(2);
  // Highlights the same passage again, which must not create a second annotation.
  await highlight(page, '人不知而不愠');
  await toNotes(page);

  await page.getByRole('listitem').filter({ hasText: '开篇第一句' }).getByRole('button', { name: '编辑笔记' }).click();
  const dialog = page.getByRole('dialog', { name: '编辑笔记' });
  await dialog.getByLabel('标签').fill('考点，背诵');
  await dialog.getByRole('textbox', { name: '笔记内容' }).focus();
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('listitem').filter({ hasText: '考点' }).waitFor();
  for (const [name, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    await testPage.picture(`all-${name}`);
    expect(await accessibilityProblemsOf(page)).toEqual([]);
  }
  await page.setViewportSize(sizes.desktop);
  await page.getByLabel('标签').selectOption('考点');
  await page.getByText('共 1 条').first().waitFor();
  await page.getByLabel('标签').selectOption('');
  await page.getByLabel('开始日期').fill('2030-01-01');
  await page.getByText('没有符合条件的标注').waitFor();
  await testPage.picture('nothing-fits');
  await page.getByRole('button', { name: '清除筛选' }).click();
  await page.getByText('共 2 条').first().waitFor();

  for (const [format, name, begin] of [
    ['md', /\.md$/, '# '],
    ['docx', /\.docx$/, 'PK'],
    ['xlsx', /\.xlsx$/, 'PK'],
    ['annotation', /^论语.*\.annotation$/, '{'],
  ] as const) {
    const download = await exportAs(page, format);
    expect(download.suggestedFilename()).toMatch(name);
    expect((await readFile(await download.path())).toString('latin1').startsWith(begin)).toBe(true);
  }

  await page.getByRole('listitem').filter({ hasText: '人不知而不愠' }).getByRole('button', { name: '删除' }).click();
  await tab(page, /^回收站 ?1/).click();
  await page.getByText('30 天后清除').waitFor();
  for (const [name, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    await testPage.picture(`bin-${name}`);
    expect(await accessibilityProblemsOf(page)).toEqual([]);
  }
  await page.setViewportSize(sizes.desktop);
  await page.getByRole('button', { name: '恢复', exact: true }).click();
  await page.getByText('回收站是空的').waitFor();
  await testPage.picture('bin-empty');
  await tab(page, /^全部/).click();
  await page.getByText('共 2 条').first().waitFor();
  expect(testPage.problems).toEqual([]);
  await testPage.context.close();
});

test('several annotations are tagged, joined, and deleted together with undo', async () => {
  const testPage = await openTestPage();
  const { page } = testPage;
  await writeNote(page, '不亦说乎', '开篇第一句，要背。');
  await highlight(page, '有朋自远方来');
  await highlight(page, '人不知而不愠');
  await toNotes(page);
  const boxes = page.getByRole('main').getByRole('checkbox');
  const bar = page.getByRole('group', { name: '对所选标注' });
  const choose = async (...quotes: string[]): Promise<void> => {
    await page.getByRole('button', { name: '整理' }).click();
    for (const quote of quotes) await page.getByRole('checkbox', { name: `选择：${quote}` }).check();
  };
  await choose('有朋自远方来', '人不知而不愠');
  for (const [name, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    await testPage.picture(`choosing-${name}`);
    expect(await accessibilityProblemsOf(page)).toEqual([]);
  }
  await page.setViewportSize(sizes.desktop);
  await bar.getByRole('button', { name: '加标签' }).click();
  await page.getByRole('dialog', { name: '加标签' }).getByLabel('标签').fill('交友');
  await page.getByRole('dialog', { name: '加标签' }).getByRole('button', { name: '保存' }).click();
  await page.getByText('已给 2 条标注加上标签').waitFor();
  await expect.poll(() => boxes.count()).toBe(0);
  await page.getByLabel('标签').selectOption('交友');
  await page.getByText('共 2 条').first().waitFor();

  // After back navigation from a passage, the filter must still be set.
  await page.getByRole('main').getByRole('button').filter({ hasText: '有朋自远方来' }).click();
  await page.waitForURL(/course\/learning/);
  await page.goBack();
  await expect.poll(() => page.getByLabel('标签').inputValue()).toBe('交友');
  await page.getByLabel('标签').selectOption('');

  await choose('不亦说乎', '有朋自远方来');
  await bar.getByRole('button', { name: '合并' }).click();
  await page.getByText('已把 2 条合并为一条').waitFor();
  const joined = page.getByRole('listitem').filter({ hasText: '开篇第一句，要背。' });
  await joined.filter({ hasText: '「有朋自远方来」' }).filter({ hasText: '交友' }).waitFor();
  await tab(page, /^回收站 ?1/).waitFor();

  await choose();
  await bar.getByRole('button', { name: '全选' }).click();
  await page.getByText('已选 2 条').waitFor();
  await bar.getByRole('button', { name: '删除' }).click();
  await tab(page, /^回收站 ?3/).waitFor();
  await page.getByRole('button', { name: '撤销' }).click();
  await tab(page, /^全部 ?2/).waitFor();
  await choose();
  await bar.getByRole('button', { name: '全选' }).click();
  await bar.getByRole('button', { name: '删除' }).click();
  await tab(page, /^回收站 ?3/).click();
  await page.getByRole('button', { name: '全部恢复' }).click();
  await page.getByText('回收站是空的').waitFor();
  await tab(page, /^全部 ?3/).click();
  await page.getByRole('listitem').filter({ hasText: '有朋自远方来' }).first().waitFor();
  await expect.poll(async () => (await annotationsOnServer(page)).filter(({ deletedAt }) => deletedAt === undefined).length).toBe(3);
  expect(testPage.problems).toEqual([]);
  await testPage.context.close();
});

test('text is composed with an input method in every field whose value is in the URL', async () => {
  const testPage = await openTestPage();
  const { page } = testPage;
  await highlight(page, '不亦说乎');
  await toNotes(page);
  const keyboard = await testPage.context.newCDPSession(page);
  const compose = async (text: string): Promise<void> => {
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await page.evaluate(() => new Promise(requestAnimationFrame));
  };
  await page.goto(`${product.url}/course/info/${bookId}`);
  await page.getByRole('button', { name: '已在书架' }).waitFor();
  for (const [address, name] of [
    ['/user/myNotes', '搜索笔记'],
    ['/bookshelf', '搜索书架'],
    ['/helper/student-manual', '在帮助里搜索'],
  ] as const) {
    await page.goto(product.url + address);
    const box = page.getByRole('searchbox', { name });
    await box.focus();
    for (const text of ['l', 'lu', 'lun', 'lun y', 'lun yu']) await compose(text);
    await keyboard.send('Input.insertText', { text: '论语' });
    await page.waitForURL(/=%E8%AE%BA%E8%AF%AD$/);
    await page.keyboard.press('Home');
    await page.keyboard.type('abc', { delay: 10 });
    await page.waitForURL(/=abc%E8%AE%BA%E8%AF%AD$/);
    expect([name, await box.inputValue()]).toEqual([name, 'abc论语']);
  }
  await testPage.context.close();
});

test('an orphaned annotation is listed separately, and can be re-anchored to a new passage', async () => {
  const testPage = await openTestPage();
  const { page } = testPage;
  await writeNote(page, '有朋自远方来', '待客之道');
  await toNotes(page);
  const annotation = await untilFound('the note', async () => (await annotationsOnServer(page)).find(({ body }) => body === '待客之道'));
  await breakAnchor(page, annotation);
  await tab(page, /^失去位置 ?1/).click();
  await page.getByText('原文已删除，摘录保留在这里').waitFor();
  for (const [name, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    await testPage.picture(`orphan-${name}`);
    expect(await accessibilityProblemsOf(page)).toEqual([]);
  }
  await page.setViewportSize(sizes.desktop);
  await page.getByRole('button', { name: '重新定位' }).click();
  await page.getByText('请选中新的原文，再点「放到这里」').waitFor();
  await selectText(page, '人不知而不愠');
  await testPage.picture('reanchor');
  await toolbar(page).getByRole('button', { name: '放到这里' }).click();
  await page.getByText('已放到新的位置').waitFor();
  await expect
    .poll(async () => (await annotationsOnServer(page)).map(({ anchor, body, target }) => [anchor, body, target.quote.exact]))
    .toEqual([['exact', '待客之道', '人不知而不愠']]);
  await toNotes(page);
  await tab(page, /^失去位置 ?0/).click();
  await page.getByText('没有失去位置的标注').waitFor();
  expect(testPage.problems).toEqual([]);
  await testPage.context.close();
});

test('a reader of an earlier version sees what the new one changed, and what became of their notes', async () => {
  const xueEr = '学而时习之，不亦说乎？有朋自远方来，不亦乐乎？人不知而不愠，不亦君子乎？';
  const weiZheng = '为政以德，譬如北辰，居其所而众星共之。诗三百，一言以蔽之，曰思无邪。';
  const folder = makeTemporaryFolder();
  const edition = (no: number, chapters: [string, ...string[]][]): string => {
    const metadata = `<dc:identifier id="id">lunyu-${no}</dc:identifier><dc:title>论语新读</dc:title><dc:language>zh-CN</dc:language>`;
    return folder.file(`lunyu-${no}.epub`, makeEpub({ metadata, chapters }));
  };
  const first = edition(1, [
    ['学而第一', xueEr],
    ['为政第二', weiZheng],
  ]);
  const second = edition(2, [
    ['学而第一', xueEr.replace('有朋', '有朋友')],
    ['为政第二', weiZheng, '子曰：温故而知新，可以为师矣。'],
  ]);
  const [job] = (await product.command('import', first, '--publish')) as { bookId: string }[];
  const ownBook = job?.bookId ?? '';
  const testPage = await openTestPage();
  const { page } = testPage;
  await openBook(page, product.url, ownBook, '?href=OEBPS%2Fc1.xhtml');
  await writeNote(page, '有朋自远方来', '待客之道');
  await highlight(page, '人不知而不愠');
  await settle(page);
  await product.command('import', second, '--book', ownBook);
  folder.remove();

  await page.goto(`${product.url}/course/learning/${ownBook}`);
  await page.getByText('您上次阅读以后，更新 2 处').waitFor();
  await testPage.picture('changes-notice');
  await page.goto(`${product.url}/course/info/${ownBook}`);
  await page.getByText('您上次阅读以后，更新 2 处').waitFor();
  await page.getByRole('link', { name: '看改了什么' }).click();
  await page.getByRole('heading', { name: '《论语新读》更新内容' }).waitFor();
  await page.locator('ins').filter({ hasText: '友' }).waitFor();
  await page.getByText('新增 1 段').waitFor();
  // The job that anchors the notes is sent within seconds, and its results arrive on the stream.
  await page.getByRole('link', { name: '1 条文字有改动' }).waitFor({ timeout: 60_000 });
  for (const [name, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    await testPage.picture(`changes-${name}`);
    expect(await accessibilityProblemsOf(page)).toEqual([]);
  }
  await page.setViewportSize(sizes.desktop);
  await page.getByRole('link', { name: '1 条文字有改动' }).click();
  await page.getByText('待客之道').first().waitFor();
  await page.getByText('共 1 条').first().waitFor();
  await page.goBack();
  await page.getByRole('link', { name: '在书中查看第 2 处' }).click();
  await page.getByRole('region', { name: '阅读区' }).waitFor();
  await selectText(page, '温故而知新');

  await page.goto(`${product.url}/course/info/${ownBook}`);
  await page.getByRole('heading', { name: '论语新读' }).first().waitFor();
  await page.getByRole('button', { name: '已在书架' }).waitFor();
  expect(await page.getByText(/您上次阅读以后/).count()).toBe(0);
  expect(testPage.problems).toEqual([]);
  await testPage.context.close();
});

test('a file exported by one reader is imported twice by another without duplicates', async () => {
  const writer = await openTestPage();
  await writeNote(writer.page, '不亦说乎', '开篇第一句，要背。');
  await highlight(writer.page, '人不知而不愠');
  await toNotes(writer.page);
  const download = await exportAs(writer.page, 'annotation');
  const file = { name: download.suggestedFilename(), mimeType: 'application/json', buffer: await readFile(await download.path()) };
  await writer.context.close();

  const friend = await openTestPage();
  const { page } = friend;
  await highlight(page, '有朋自远方来');
  await selectText(page, '人不知而不愠');
  await toolbar(page).getByRole('button', { name: '查词翻译' }).click();
  await page.getByText('rén').waitFor();
  await page.getByRole('button', { name: '翻译这段文字' }).click();
  await page.getByText('people not know and not be vexed').waitFor();
  await friend.picture('look-up');
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await page.getByRole('dialog', { name: '查词翻译' }).getByRole('button', { name: '关闭' }).click();
  await selectText(page, '人不知而不愠');
  await toolbar(page).getByRole('button', { name: '分享卡片' }).click();
  await page.getByRole('img', { name: '分享卡片：人不知而不愠' }).waitFor();
  await friend.picture('share-card');
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  const [card] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '保存图片' }).click()]);
  const png = await readFile(await card.path());
  expect([card.suggestedFilename(), png.toString('latin1', 1, 4), png.readUInt32BE(16)]).toEqual(['论语-书摘.png', 'PNG', 1_080]);
  // A scanner that reads the QR code comes to the page of the book.
  const scanned = await readQrCode(png);
  expect(scanned).toMatch(new RegExp(`^${product.url}/q/[0-9A-Z]{8}$`));
  const scanner = await friend.context.newPage();
  await scanner.goto(scanned);
  await scanner.waitForURL(`${product.url}/course/info/${bookId}*`);
  await scanner.close();
  await page.getByRole('dialog', { name: '分享卡片' }).getByRole('button', { name: '关闭' }).click();
  await toNotes(page);
  const take = async (): Promise<void> => {
    await page.getByRole('button', { name: '导入', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '导入批注' });
    await dialog.getByLabel('笔记文件').setInputFiles(file);
    await dialog.getByText(/2 条笔记/).waitFor();
    await dialog.getByLabel('导入到').selectOption({ label: '论语' });
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await friend.picture('import');
    await dialog.getByRole('button', { name: '预览' }).click();
    await dialog.getByRole('button', { name: '上一步' }).waitFor();
    await friend.picture('import-preview');
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^导入 \d+ 条$/ }).click();
  };
  await take();
  await page.getByText('新增 2 条').waitFor();
  await friend.picture('imported');
  await page.getByRole('button', { name: '完成' }).click();
  await page.getByText('开篇第一句，要背。').first().waitFor();
  await take();
  await page.getByText('新增 0 条，2 条原来就有').waitFor();
  await page.getByRole('button', { name: '完成' }).click();
  await tab(page, /^全部 ?3/).waitFor();
  // Copied notes of another app: one in the book, one already there, one whose text differs, and one of another book.
  await page.getByRole('button', { name: '导入', exact: true }).click();
  const copied = ['君子务本，本立而道生', '人不知而不愠', '吾日三省吾身为人谋而不忠', '书里没有的一句话'];
  await page.getByLabel('或者粘贴复制的笔记').fill(['《论语》', ...copied.map((text) => `◆ ${text}`), '-- 来自微信读书'].join('\n\n'));
  await page.getByText('微信读书：《论语》，4 条笔记').waitFor();
  await page.getByRole('button', { name: '预览' }).click();
  await page.getByText('也导入不确定的 1 条').waitFor();
  await friend.picture('import-copied');
  await page.getByRole('button', { name: '导入 3 条' }).click();
  await page.getByText('新增 3 条，1 条原来就有').waitFor();
  await page.getByRole('button', { name: '完成' }).click();
  await tab(page, /^失去位置 ?1/).waitFor();
  // The next file is valid JSON but not a file with notes, so it is rejected.
  await page.getByRole('button', { name: '导入', exact: true }).click();
  await page
    .getByLabel('笔记文件')
    .setInputFiles({ name: 'x.annotation', mimeType: 'application/json', buffer: Buffer.from('{"type":"Other"}') });
  await page.getByText('认不出这些笔记的格式，请检查后重新选择').waitFor();
  expect(friend.problems).toEqual([]);
  await friend.context.close();
});
