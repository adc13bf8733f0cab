/** A server with an administrator and a user whom he changes, for all tests of a file. */
import type { listUsers, OutputOf, UserRecord } from '@shufang/contract';
import type { TestUser } from '../../../testing/test-server.ts';
import { withTestServer } from '../../../testing/with-test-server.ts';

export const withUserAdminServer = () => {
  let users: { admin: TestUser; mei: TestUser } | undefined;
  const shop = withTestServer({}, async () => {
    users = { admin: await shop().user('13644440001', 'admin'), mei: await shop().user('13644440002') };
    await shop().platform.db.pool.query(`update user_account set nickname = '梅_100%' where id = $1`, [users.mei.id]);
  });
  const userOf = (name: 'admin' | 'mei'): TestUser => {
    if (users === undefined) throw new Error('the users exist only in tests');
    return users[name];
  };
  const admin = (): TestUser => userOf('admin');
  const mei = (): TestUser => userOf('mei');
  return {
    shop,
    admin,
    /** Returns the user 梅_100%. */
    mei,
    /** Returns the ids of the users that the list contains for a query string. */
    find: async (query: string): Promise<string[]> => {
      const { payload } = await shop().call<OutputOf<typeof listUsers>>(`/api/admin/user/list?${query}`, { as: admin() });
      return (payload?.items ?? []).map(({ userId }) => userId);
    },
    /** Returns the query string that searches for a text. */
    q: (text: string): string => `q=${encodeURIComponent(text)}`,
    /** Calls an operation of the user administration, on Mei unless the body names another user. */
    callAdmin: (name: string, body: object, as = admin()) =>
      shop().call<UserRecord>(`/api/admin/user/${name}`, { as, body: { userId: mei().id, reason: '测试', ...body } }),
    /** Returns the changes of Mei by operators, in their order. */
    listAuditEvents: async (): Promise<unknown[]> =>
      (
        await shop().platform.db.pool.query(
          'select action, reason from audit_event where target_id = $1 and operator_id is not null order by at, id',
          [mei().id],
        )
      ).rows,
  };
};
