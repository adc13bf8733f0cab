/** Interactive books: scripts run only in approved versions, with the reader's consent, without network, and what they store is synced. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { decideScriptApproval, pullChanges, requestScriptApproval, withdrawScriptApproval } from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeEpub, makeTemporaryFolder } from '../../apps/server/src/features/publication/testing/make-epub.ts';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, sizes, visit } from './browser.ts';
import { corpusFile, corpusNames } from './corpus.ts';
import { untilAtRest, visibleText, waitForChangesSent } from './reading.ts';
import { type Caller, callAs, callerFor, createReader, DEMO_ADMIN, openSignedIn } from './users.ts';

const READER = { tel: '13946670001', password: 'Hudong-neirong-2026' };
const EDITOR = { tel: '13800000005', password: DEMO_ADMIN.password };
const NS = 'xmlns="http://www.w3.org/1999/xhtml"';

/** What a script could try, each with the result that it must not have. `%` is the address of a server outside. */
const ATTEMPTS = `
const attempt = (name, run) => { try { Promise.resolve(run()).then(() => note(name, 'done'), () => note(name, 'refused')); } catch { note(name, 'refused'); } };
const note = (name, result) => { document.getElementById('log').append(name + ' ' + result + '; '); };
attempt('fetch', () => fetch('%/fetch'));
attempt('socket', () => new Promise((resolve, reject) => { const s = new WebSocket('%/socket'.replace('http', 'ws')); s.onopen = resolve; s.onerror = reject; }));
attempt('beacon', () => { if (!navigator.sendBeacon('%/beacon')) throw 0; return new Promise((resolve, reject) => setTimeout(reject, 200)); });
attempt('image', () => new Promise((resolve, reject) => { const i = new Image(); i.onload = resolve; i.onerror = reject; i.src = '%/image'; }));
attempt('script', () => new Promise((resolve, reject) => { const s = document.createElement('script'); s.onload = resolve; s.onerror = reject; s.src = '%/script'; document.head.append(s); }));
attempt('peer', () => new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:9' }] }));
attempt('top', () => { top.location.href = '%/top'; });
attempt('popup', () => { if (!window.open('%/popup')) throw 0; });
attempt('parent', () => parent.document.title);
attempt('cookie', () => document.cookie);
attempt('database', () => indexedDB.open('a'));
attempt('code', () => Function('return 1')());
attempt('worker', () => new Promise((resolve, reject) => { const w = new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))); w.onmessage = resolve; w.onerror = reject; }));
attempt('form', () => { const f = document.createElement('form'); f.action = '%/form'; document.body.append(f); f.submit(); throw 0; });
const inner = document.createElement('div'); document.body.append(inner);
inner.innerHTML = '<iframe srcdoc="<script>fetch(\\'%/srcdoc\\')</scr' + 'ipt>"></iframe>';
const frame = document.createElement('iframe'); frame.srcdoc = '<script>parent.inner = 1</script>'; document.body.append(frame);
`;

const PLAY = `
const out = document.getElementById('out');
const show = () => { out.textContent = '投了 ' + (localStorage.getItem('count') ?? 0) + ' 次'; };
document.getElementById('throw').addEventListener('click', () => { localStorage.setItem('count', Number(localStorage.getItem('count') ?? 0) + 1); show(); });
document.getElementById('system').textContent = navigator.epubReadingSystem.name + ' ' + navigator.epubReadingSystem.hasFeature('dom-manipulation');
show();
`;

let product: Product;
let browser: Browser;
let outside: Server;
let folder: ReturnType<typeof makeTemporaryFolder>;
let bookId: string;
let editor: Caller;
let admin: Caller;
const reached: string[] = [];

const importFiles = async (...files: string[]) =>
  (await product.command('import', ...files, '--publish')) as { bookId?: string; stage: string; fileName: string }[];

const approve = async (id: string): Promise<void> => {
  await editor(requestScriptApproval, { bookId: id, reason: '课堂演示' });
  await admin(decideScriptApproval, { bookId: id, approve: true });
};

beforeAll(async () => {
  outside = createServer((request, response) => {
    reached.push(request.url ?? '');
    response.end();
  }).listen(0, '127.0.0.1');
  product = await startProduct();
  const address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  folder = makeTemporaryFolder();
  const scripted = (id: string) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml" properties="scripted"/>`;
  const book = makeEpub({
    metadata: '<dc:identifier id="id">interactive</dc:identifier><dc:title>互动读本</dc:title><dc:language>zh-CN</dc:language>',
    chapters: [['第一章', '没有脚本的一章。']],
    manifest: `${scripted('play')}${scripted('attack')}${['play', 'attack'].map((id) => `<item id="${id}j" href="${id}.js" media-type="text/javascript"/>`).join('')}`,
    spine: '<itemref idref="play"/><itemref idref="attack"/>',
    files: {
      'OEBPS/play.xhtml': `<html ${NS}><head><title>掷骰子</title></head><body><h1>掷骰子</h1><p id="out">静态的文字。</p><p id="system"></p><button id="throw">掷</button><p><a href="c1.xhtml">回到第一章</a></p><script src="play.js"></script></body></html>`,
      'OEBPS/play.js': PLAY,
      'OEBPS/attack.xhtml': `<html ${NS}><head><title>攻击</title></head><body><h1>攻击</h1><p id="log">记录：</p><script src="attack.js"></script></body></html>`,
      'OEBPS/attack.js': ATTEMPTS.replaceAll('%', address),
    },
  });
  bookId = (await importFiles(folder.file('interactive.epub', book)))[0]?.bookId ?? '';
  await createReader(product, READER.tel, READER.password);
  [editor, admin] = await Promise.all([callerFor(product, EDITOR, 'mobile'), callerFor(product, DEMO_ADMIN, 'mobile')]);
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  outside?.close();
  folder?.remove();
});

/** Writes a book of the corpus again, with all its documents marked as documents with scripts. Returns the path. */
const markedAsScripted = async (name: string): Promise<string> => {
  const entries = unzipSync(new Uint8Array(await readFile(path.join(corpusFile('hostile'), name))));
  const marked = Object.entries(entries).map(([file, bytes]) => {
    if (!file.endsWith('.opf')) return [file, bytes] as const;
    const text = strFromU8(bytes).replaceAll(/<item (?![^>]*properties=)([^>]*(?:xhtml\+xml|svg\+xml))/g, '<item properties="scripted" $1');
    return [file, strToU8(text)] as const;
  });
  return folder.file(name, zipSync(Object.fromEntries(marked)));
};

const open = (page: Page, name: string): Promise<unknown> =>
  page.goto(`${product.url}/course/learning/${bookId}?href=${encodeURIComponent(`OEBPS/${name}.xhtml`)}`);
/** Returns the frame that runs the scripts, when its document has this text. */
const scriptFrame = async (page: Page, text: string): Promise<Frame> => {
  const content = page.frameLocator('iframe[sandbox="allow-scripts"]').getByText(text);
  await content.first().waitFor();
  const frame = page.frames().find((each) => new URL(each.url(), 'http://none').pathname.startsWith('/~s/'));
  if (!frame) throw new Error('no frame runs scripts');
  return frame;
};

test('scripts do not run before the approval, and the reader is not asked', async () => {
  const { page, context } = await visit(browser, 'desktop');
  await open(page, 'play');
  await expect.poll(() => visibleText(page)).toContain('静态的文字。');
  expect(await page.getByRole('button', { name: '打开互动内容' }).count()).toBe(0);
  await context.close();
});

test('with approval and consent scripts run, and what they store is there after a reload and on the server', async () => {
  await approve(bookId);
  const testPage = await visit(browser, 'desktop');
  const { page, context } = testPage;
  await openSignedIn(product, page, READER.tel, READER.password);
  await open(page, 'play');
  const consent = page.getByRole('button', { name: '打开互动内容' });
  await consent.waitFor();
  expect(await visibleText(page)).toContain('静态的文字。');
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  for (const [size, box] of Object.entries(sizes)) {
    await page.setViewportSize(box);
    await untilAtRest(page);
    await testPage.picture(`offer-${size}`);
  }
  await page.setViewportSize(sizes.desktop);
  await consent.focus();
  await page.keyboard.press('Enter');
  await scriptFrame(page, '投了 0 次');
  const frame = page.frameLocator('iframe[sandbox="allow-scripts"]');
  await frame.getByText('Shufang true').waitFor();
  await frame.getByRole('button', { name: '掷' }).click();
  await frame.getByRole('button', { name: '掷' }).click();
  await frame.getByText('投了 2 次').waitFor();
  for (const [size, box] of Object.entries(sizes)) {
    await page.setViewportSize(box);
    await testPage.picture(`frame-${size}`);
  }
  await page.setViewportSize(sizes.desktop);
  await waitForChangesSent(page);
  const isStored = async () =>
    (await callAs(product, page, pullChanges, { since: 0 })).changes.some(
      (change) => change.entity === 'interactiveState' && JSON.stringify(change.record).includes('"count":"2"'),
    );
  await expect.poll(isStored).toBe(true);
  await page.reload();
  await scriptFrame(page, '投了 2 次');
  // A link of the document leads to the page of the book.
  await page.frameLocator('iframe[sandbox="allow-scripts"]').getByRole('link', { name: '回到第一章' }).click();
  await expect.poll(() => visibleText(page)).toContain('没有脚本的一章。');
  await expect.poll(() => page.locator('iframe[sandbox="allow-scripts"]').count()).toBe(0);
  await open(page, 'play');
  await scriptFrame(page, '投了 2 次');
  await page.getByRole('button', { name: '清除它保存的数据' }).click();
  await scriptFrame(page, '投了 0 次');
  await page.getByRole('button', { name: '看静态的正文' }).click();
  await consent.waitFor();
  await context.close();
});

test('an approved script reaches neither the network nor the app', async () => {
  const { page, context, foreignRequests } = await visit(browser, 'desktop');
  const popups: string[] = [];
  await open(page, 'attack');
  await page.getByRole('button', { name: '打开互动内容' }).click();
  context.on('page', (popup) => popups.push(popup.url()));
  const frame = await scriptFrame(page, 'form refused');
  const names = [
    'fetch',
    'socket',
    'beacon',
    'image',
    'script',
    'peer',
    'top',
    'popup',
    'parent',
    'cookie',
    'database',
    'code',
    'worker',
    'form',
  ];
  const log = () => frame.evaluate(() => document.getElementById('log')?.textContent ?? '');
  for (const name of names) await expect.poll(log, { message: name }).toContain(`${name} refused`);
  expect(await frame.evaluate(() => [self.origin, typeof (window as { inner?: number }).inner])).toEqual(['null', 'undefined']);
  expect(new URL(page.url()).pathname).toBe(`/course/learning/${bookId}`);
  expect([popups, reached, foreignRequests]).toEqual([[], [], []]);
  await context.close();
});

test('a withdrawn approval takes effect at the next opening', async () => {
  await editor(withdrawScriptApproval, { bookId, reason: '有误' });
  const { page, context } = await visit(browser, 'desktop');
  await open(page, 'play');
  await expect.poll(() => visibleText(page)).toContain('静态的文字。');
  expect(await page.getByRole('button', { name: '打开互动内容' }).count()).toBe(0);
  await context.close();
});

test('malicious books have no effect, even if they are approved', async () => {
  const files = corpusNames('hostile', /^active-.*\.epub$/);
  const jobs = await importFiles(...(await Promise.all(files.map(markedAsScripted))));
  let approved = 0;
  for (const [index, { bookId: id = '' }] of jobs.entries()) {
    const file = files[index];
    const isApproved = await approve(id).then(
      () => true,
      () => false,
    );
    if (!isApproved) continue;
    approved += 1;
    const { page, context, foreignRequests } = await visit(browser, 'desktop');
    const seen: string[] = [];
    context.on('dialog', (dialog) => {
      seen.push(dialog.message());
      void dialog.dismiss();
    });
    context.on('page', (popup) => seen.push(popup.url()));
    page.on('download', (download) => seen.push(download.url()));
    await page.goto(`${product.url}/course/learning/${id}`);
    const consent = page.getByRole('button', { name: '打开互动内容' });
    for (let turns = 0; (await consent.count()) === 0 && turns < 6; turns += 1) {
      await untilAtRest(page);
      await page.keyboard.press('PageDown');
    }
    await consent.click();
    await page.locator('iframe[sandbox="allow-scripts"]').waitFor();
    const scripts = page.frames().filter((each) => new URL(each.url(), 'http://none').pathname.startsWith('/~s/'));
    for (const script of scripts) await script.waitForLoadState('load');
    const outsideScripts = page.frames().filter((each) => !scripts.includes(each) && !each.parentFrame()?.url().includes('/~s/'));
    for (const each of outsideScripts) {
      const names = await each.evaluate(() => Object.keys(globalThis).filter((name) => /^(pwned|executed|xss|hacked)/i.test(name)));
      expect(names).toEqual([]);
    }
    expect(new URL(page.url()).pathname).toBe(`/course/learning/${id}`);
    expect([file, seen, foreignRequests]).toEqual([file, [], []]);
    await context.close();
  }
  expect(approved).toBeGreaterThan(0);
});
