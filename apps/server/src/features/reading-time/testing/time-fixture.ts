/** A server with a published book, for the tests of reading time by chapter. */
import type { getManifest, OutputOf, openBook } from '@shufang/contract';
import { granted } from '../../../testing/file-fixture.ts';
import { aBookNamed } from '../../../testing/server-order-fixture.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

export interface TimeFixture {
  readonly shop: TestServer;
  readonly bookId: string;
  /** URL of the first document of the book. */
  readonly href: string;
  readonly blockIds: readonly string[];
  readonly aUser: () => Promise<TestUser>;
  /** A report of the first document. */
  readonly timeOf: (seconds: number, more?: object) => object;
}

export const openTimeFixture = async (): Promise<TimeFixture> => {
  const shop = await openTestServer();
  const bookId = await shop.book(aBookNamed('论语选读'), { publish: true });
  let users = 0;
  const aUser = () => {
    users += 1;
    return shop.user(`1395777${String(users).padStart(4, '0')}`);
  };
  const reader = await aUser();
  const opened = granted(await shop.call<OutputOf<typeof openBook>>(`/api/learn/open?bookId=${bookId}`, { as: reader }));
  const versionId = opened.version.id;
  const manifest = granted(
    await shop.call<OutputOf<typeof getManifest>>(`/api/learn/manifest?bookId=${bookId}&versionId=${versionId}`, { as: reader }),
  );
  const { rows } = await shop.platform.db.pool.query<{ block_id: string }>(
    'select block_id from publication_block where version_id = $1 and document_index = 0 order by position',
    [versionId],
  );
  const href = manifest.readingOrder[0]?.href ?? '';
  const today = () => new Date(shop.platform.clock.now()).toISOString().slice(0, 10);
  return {
    shop,
    bookId,
    href,
    blockIds: rows.map(({ block_id: id }) => id),
    aUser,
    timeOf: (seconds, more = {}) => ({ bookId, versionId, href, day: today(), seconds, blocks: {}, ...more }),
  };
};
