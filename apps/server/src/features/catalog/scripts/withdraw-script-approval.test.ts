/** Tests that the approval of scripts is withdrawn at once, and of the files that are served while it holds. */
import type { OutputOf, openBook } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { interactiveBook } from '../testing/interactive-book.ts';

testAccess('withdrawScriptApproval', ['editor', 'admin'], 'bookId:book');
testIdempotency('withdrawScriptApproval', async ({ aUser, shop: server }) => {
  const bookId = await server.book(interactiveBook(`互动 ${Math.random()}`), { publish: true });
  const as = await aUser('editor');
  await server.call('/api/admin/book/scripts/request', { as, body: { bookId, reason: '课堂演示' } });
  return { as, body: { bookId, reason: '有误' } };
});

let shop: TestServer;
let first: TestUser;
let second: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  first = await shop.user('13655560005', 'editor');
  second = await shop.user('13655560006', 'editor');
  bookId = await shop.book(interactiveBook(), { publish: true });
}, 120_000);
afterAll(() => shop?.close());
const call = (path: string, as: TestUser, body: object) => shop.call(`/api/admin/book/scripts/${path}`, { as, body: { bookId, ...body } });
const opened = async () => (await shop.call<OutputOf<typeof openBook>>(`/api/learn/open?bookId=${bookId}`)).payload;
const load = async (url: string) => {
  const { host, pathname } = new URL(url);
  return shop.request({ url: pathname, headers: { host } });
};

test('the original files are served with their policy while the approval holds, and not afterwards', async () => {
  expect((await call('withdraw', first, { reason: '有误' })).code).toBe('catalog.scriptApprovalState');
  await call('request', first, { reason: '课堂演示' });
  await call('decide', second, { approve: true });
  const scripts = (await opened())?.scripts?.baseUrl ?? '';
  const content = (await opened())?.content.baseUrl ?? '';
  const { host } = new URL(scripts);
  const page = await load(`${scripts}OEBPS/play.xhtml`);
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toBe('application/xhtml+xml; charset=utf-8');
  expect(page.body).toMatch(/^<html [^>]*><script xmlns="[^"]*" src="\/~s\/bridge.js"><\/script><head>/);
  const folder = `http://${host}/~s/`;
  expect(page.headers['content-security-policy']).toBe(
    `sandbox allow-scripts; default-src 'none'; script-src ${folder} 'unsafe-inline'; style-src ${folder} 'unsafe-inline'; img-src ${folder} data: blob:; font-src ${folder} data:; media-src ${folder} blob:; frame-src ${folder}; connect-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types default`,
  );
  expect((await load(`${scripts}OEBPS/play.js`)).headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect((await load(`${scripts}OEBPS/play.css`)).statusCode).toBe(200);
  // A document without scripts is no part of it, and each ticket opens only its own files.
  expect((await load(`${scripts}OEBPS/c1.xhtml`)).statusCode).toBe(404);
  expect((await load(`${content}*scripts/OEBPS/play.xhtml`)).statusCode).toBe(404);
  expect((await load(scripts.replace('/~s/', '/~c/') + 'OEBPS/c1.xhtml')).statusCode).toBe(403);
  expect((await load(content.replace('/~c/', '/~s/') + 'OEBPS/play.xhtml')).statusCode).toBe(403);
  expect((await call('withdraw', first, { reason: '有误' })).payload).toMatchObject({ approval: { state: 'withdrawn', reply: '有误' } });
  expect((await load(`${scripts}OEBPS/play.xhtml`)).statusCode).toBe(403);
  expect(await opened()).not.toHaveProperty('scripts');
});
