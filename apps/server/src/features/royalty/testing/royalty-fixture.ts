/** A server with finance staff of two publishers, for the tests of royalties of one file. */
import type { Envelope } from '@shufang/contract';
import { type RoyaltyObjects, royaltyObjects } from '../../../testing/royalty-objects.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { createWireScenario } from '../../../testing/wire-fixture.ts';

export interface RoyaltyFixture extends RoyaltyObjects {
  readonly shop: TestServer;
  readonly aUser: (role?: 'admin' | 'editor' | 'finance') => Promise<TestUser>;
  /** Finance of 南山出版社, and that of 北海出版社. */
  readonly finance: TestUser;
  readonly otherFinance: TestUser;
  readonly query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;
  readonly post: <T>(path: string, as: TestUser | undefined, body: object) => Promise<Envelope<T>>;
  readonly get: <T>(path: string, as?: TestUser) => Promise<Envelope<T>>;
  readonly noticesOf: (user: TestUser) => Promise<string[]>;
  readonly close: () => Promise<void>;
}

export const openRoyaltyFixture = async (): Promise<RoyaltyFixture> => {
  const shop = await openTestServer();
  const wire = createWireScenario(shop);
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await shop.platform.db.pool.query<Row & Record<string, unknown>>(text, values)).rows;
  const aUser: RoyaltyFixture['aUser'] = (role) => shop.user(wire.aTel(), role);
  const financeOf = async (publisher: string): Promise<TestUser> => {
    const user = await aUser('finance');
    await query(`update user_role set scope = $2 where user_id = $1 and role = 'finance'`, [user.id, `publisher:${publisher}`]);
    return user;
  };
  return {
    ...royaltyObjects({ shop, query, aUser }),
    shop,
    aUser,
    finance: await financeOf('南山出版社'),
    otherFinance: await financeOf('北海出版社'),
    query,
    post: (path, as, body) => shop.call(path, { body, ...(as === undefined ? {} : { as }) }),
    get: (path, as) => shop.call(path, as === undefined ? {} : { as }),
    noticesOf: async ({ id }) =>
      (await query<{ kind: string }>('select kind from notice where user_id = $1 order by id', [id])).map(({ kind }) => kind),
    close: () => shop.close(),
  };
};
