/** Tests of the numbers of annotations by what became of them in each version: of all readers, and while they are being anchored. */
import { type AnnotationTarget, type countVersionNotes, newId, type OutputOf, type openBook } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { aHlc, aPut, newMarkFields } from '../sync/testing/sync-fixture.ts';
import { reanchorBook } from './reanchor/reanchor-book.ts';

testAccess('countVersionNotes', ['editor', 'admin'], 'bookId:book');

const xueEr = '学而时习之，不亦说乎？有朋自远方来，不亦乐乎？人不知而不愠，不亦君子乎？';
const metadata = (edition: string): string =>
  `<dc:identifier id="id">${edition}</dc:identifier><dc:title>论语选读</dc:title><dc:language>zh-CN</dc:language>`;

let shop: TestServer;
let editor: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13911139000', 'editor');
  bookId = await shop.book({ metadata: metadata('v1'), chapters: [['学而第一', xueEr]] });
});
afterAll(() => shop?.close());

const count = async () =>
  granted(await shop.call<OutputOf<typeof countVersionNotes>>(`/api/admin/book/version/notes?bookId=${bookId}`, { as: editor }));

/** Highlights a passage of the only paragraph. */
const highlight = async (as: TestUser, exact: string): Promise<string> => {
  const { version } = granted(await shop.call<OutputOf<typeof openBook>>(`/api/learn/open?bookId=${bookId}`, { as }));
  const { rows } = await shop.platform.db.pool.query<{ href: string; block_offsets: [string, number][]; text: string }>(
    'select href, block_offsets, text from search_passage where version_id = $1 and strpos(text, $2) > 0',
    [version.id, exact],
  );
  const { href = '', block_offsets: offsets = [], text = '' } = rows[0] ?? {};
  const at = text.indexOf(exact);
  const [blockId, from] = offsets.findLast(([, start]) => start <= at) ?? ['', 0];
  const target: AnnotationTarget = {
    href,
    blocks: { start: { blockId, offset: at - from }, end: { blockId, offset: at - from + exact.length } },
    quote: { exact, prefix: text.slice(Math.max(0, at - 32), at), suffix: text.slice(at + exact.length).slice(0, 32) },
    position: { start: at, end: at + exact.length },
    cfi: '',
  };
  const id = newId();
  const fields = { ...newMarkFields(), bookId, versionId: version.id, target };
  const ops = [aPut({ entityId: id, hlc: aHlc(Date.now()), fields })];
  await shop.call('/api/sync/push', { as, body: { deviceId: 'devicea', ops } });
  return id;
};

it('the annotations of all readers are counted by version, and those that wait while the others are anchored', async () => {
  const [one, other] = [await shop.user('13911139001'), await shop.user('13911139002')];
  await highlight(one, '不亦说乎');
  await highlight(other, '有朋自远方来');
  await highlight(other, '人不知而不愠');
  const deleted = await highlight(one, '不亦君子乎');
  const del = aPut({ entityId: deleted, kind: 'del', hlc: aHlc(Date.now() + 1), fields: {} });
  await shop.call('/api/sync/push', { as: one, body: { deviceId: 'devicea', ops: [del] } });
  expect(await count()).toEqual({ versions: [] });

  const changed = xueEr.replace('有朋自远方来', '有朋友自远方来').replace('人不知而不愠，', '');
  await shop.book({ metadata: metadata('v2'), chapters: [['学而第一', changed]] }, { bookId });
  expect(await count()).toEqual({ versions: [], running: { no: 2, done: 0, remaining: 3 } });
  await reanchorBook(shop.platform, bookId, new AbortController().signal);
  const second = { no: 2, notes: { exact: 1, moved: 0, fuzzy: 1, orphan: 1 } };
  expect(await count()).toEqual({ versions: [second] });

  await shop.book({ metadata: metadata('v3'), chapters: [['学而第一', `子曰：${changed}`]] }, { bookId });
  await reanchorBook(shop.platform, bookId, new AbortController().signal);
  const { versions, running } = await count();
  expect([versions.map(({ no }) => no), versions[1], running]).toEqual([[3, 2], second, undefined]);
});
