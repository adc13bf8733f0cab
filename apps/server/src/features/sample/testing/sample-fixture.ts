/** A server with teachers, two publishers and samples, for the tests of one file. */
import type { Envelope } from '@shufang/contract';
import { type SampleObjects, sampleObjects } from '../../../testing/sample-objects.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { createWireScenario } from '../../../testing/wire-fixture.ts';

export interface SampleFixture extends SampleObjects {
  readonly shop: TestServer;
  /** A published book of 江南出版社 that is opened by an activation code only. */
  readonly bookId: string;
  /** A published book of another publisher. */
  readonly otherBookId: string;
  readonly aTeacher: () => Promise<TestUser>;
  /** An editor of 江南出版社, and one of another publisher. */
  readonly editor: TestUser;
  readonly otherEditor: TestUser;
  readonly query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;
  readonly post: <T = unknown>(path: string, as: TestUser | undefined, body: object) => Promise<Envelope<T>>;
  readonly get: <T = unknown>(path: string, as?: TestUser) => Promise<Envelope<T>>;
  /** Returns the kinds of the notifications of a user. */
  readonly noticesOf: (user: TestUser) => Promise<string[]>;
  readonly close: () => Promise<void>;
}

export const openSampleFixture = async (): Promise<SampleFixture> => {
  const shop = await openTestServer();
  const wire = createWireScenario(shop);
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await shop.platform.db.pool.query<Row & Record<string, unknown>>(text, values)).rows;
  const bookOf = async (publisher: string, title: string) => {
    const id = await shop.book(
      { metadata: `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language>` },
      { publish: true, accessModel: 'codeOnly', trialChapters: 0 },
    );
    await query('update book set publisher = $2 where id = $1', [id, publisher]);
    return id;
  };
  const bookId = await bookOf('江南出版社', '论语选读');
  const otherBookId = await bookOf('塞北出版社', '孟子选读');
  const editorOf = async (publisher: string) => {
    const editor = await shop.user(wire.aTel(), 'editor');
    await query(`update user_role set scope = $2 where user_id = $1 and role = 'editor'`, [editor.id, `publisher:${publisher}`]);
    return editor;
  };
  return {
    shop,
    bookId,
    otherBookId,
    aTeacher: () => shop.user(wire.aTel(), 'teacher'),
    editor: await editorOf('江南出版社'),
    otherEditor: await editorOf('塞北出版社'),
    query,
    post: (path, as, body) => shop.call(path, { body, ...(as === undefined ? {} : { as }) }),
    get: (path, as) => shop.call(path, as === undefined ? {} : { as }),
    noticesOf: async ({ id }) =>
      (await query<{ kind: string }>('select kind from notice where user_id = $1 order by id', [id])).map(({ kind }) => kind),
    ...sampleObjects({ query, bookId }),
    close: () => shop.close(),
  };
};
