/** A server with a paid book for each test, an editor, and readers, for all tests of a file. */
import { beforeEach } from 'vitest';
import type { TestUser } from './test-server.ts';
import { withTestServer } from './with-test-server.ts';

/** Id that no entity has. */
export const NOBODY = '0'.repeat(26);

/** Returns the metadata of a book with this title. */
export const metadataOf = (title: string): string =>
  `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language>`;

export const withBookPerTestServer = () => {
  let userCount = 0;
  let editor: TestUser | undefined;
  let bookId = '';
  const shop = withTestServer({}, async () => {
    editor = await aUser('editor');
  });
  const aUser = (role?: 'editor'): Promise<TestUser> => {
    userCount += 1;
    return shop().user(`1393335${String(userCount).padStart(4, '0')}`, role);
  };
  const aBook = (title: string, text: string, options: object = {}): Promise<string> =>
    shop().book(
      { metadata: metadataOf(title), chapters: [['开篇', text.repeat(20)]] },
      { publish: true, accessModel: 'paid', priceFen: 900, ...options },
    );
  beforeEach(async () => {
    bookId = await aBook(`书 ${userCount}`, `第 ${userCount} 本书的正文。`);
  });
  return {
    shop,
    aUser,
    aBook,
    editor: (): TestUser => {
      if (editor === undefined) throw new Error('the editor exists only in tests');
      return editor;
    },
    /** Returns the id of the test's book. */
    bookId: (): string => bookId,
    /** Makes another book the one of the test. */
    useBook: (id: string): void => {
      bookId = id;
    },
    query: (text: string, values: unknown[] = []) => shop().platform.db.pool.query(text, values),
    /** Returns the payload of a response. Throws if the call was refused. */
    ask: async <T>(url: string, as?: TestUser): Promise<T> => {
      const response = await shop().call<T>(url, as === undefined ? {} : { as });
      if (response.payload === null) throw new Error(`${url}: ${response.code} ${response.message}`);
      return response.payload;
    },
    send: <T = unknown>(url: string, as: TestUser, body: object) => shop().call<T>(url, { as, body }),
  };
};
