/** Server with four published books of two publishers, a reader and an editor: for tests of collections and of the home page. */
import type { CollectionRecord, HomeSlotRecord } from '@shufang/contract';
import { granted } from '../../../testing/file-fixture.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

export interface CatalogFixture {
  readonly shop: TestServer;
  readonly reader: TestUser;
  readonly editor: TestUser;
  /** Returns the id of the book with this title. */
  bookOf(title: '论语选读' | '孟子选读' | '庄子选读' | '荀子选读'): string;
  /** Returns the payload of a GET call. Throws when it is rejected. */
  get<T>(url: string, as?: TestUser): Promise<T>;
  /** Saves a collection as the editor. */
  saveCollection(body: object): Promise<CollectionRecord>;
  /** Saves a home slot as the editor. */
  saveHomeSlot(body: object): Promise<HomeSlotRecord>;
  close(): Promise<void>;
}

const BOOKS = [
  ['论语选读', '孔子弟子', '中华书局'],
  ['孟子选读', '孟子', '中华书局'],
  ['庄子选读', '庄子', '古籍社'],
  ['荀子选读', '荀子', '古籍社'],
] as const;

export const openCatalogFixture = async (): Promise<CatalogFixture> => {
  const shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  const editor = await shop.user('13944440002', 'editor');
  const ids = new Map<string, string>();
  for (const [title, author, publisher] of BOOKS) {
    const id = await shop.book({
      metadata: `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language><dc:creator>${author}</dc:creator><dc:publisher>${publisher}</dc:publisher>`,
      chapters: [['开篇', `《${title}》的开篇。`.repeat(20)]],
    });
    ids.set(title, id);
    shop.platform.advanceClock?.(1_000);
  }
  return {
    shop,
    reader: await shop.user('13944440001'),
    editor,
    bookOf: (title) => ids.get(title) ?? '',
    get: async <T>(url: string, as?: TestUser) => granted(await shop.call<T>(url, as === undefined ? {} : { as })),
    saveCollection: async (body) => granted(await shop.call<CollectionRecord>('/api/admin/collection/save', { as: editor, body })),
    saveHomeSlot: async (body) => granted(await shop.call<HomeSlotRecord>('/api/admin/slot/save', { as: editor, body })),
    close: () => shop.close(),
  };
};
