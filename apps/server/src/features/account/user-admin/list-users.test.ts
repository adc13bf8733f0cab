import { expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { withUserAdminServer } from '../testing/user-admin-server.ts';

testAccess('listUsers', ['admin'], 'platform');

const { shop, admin, mei, find, q } = withUserAdminServer();

test('users are found by nickname, complete number, last digits and masked number; the number is never shown', async () => {
  for (const text of ['梅', '_100%', '13644440002', '0002', '136****0002']) expect(await find(q(text)), text).toEqual([mei().id]);
  for (const text of ['%', '1364444', '没有这个人']) expect(await find(q(text)), text).toEqual(text === '%' ? [mei().id] : []);
  expect(await find('role=admin')).toEqual([admin().id]);
  expect(await find('status=frozen')).toEqual([]);
  expect((await find('')).length).toBe(2);
  expect(
    await shop()
      .call('/api/admin/user/list', { as: admin() })
      .then((envelope) => JSON.stringify(envelope)),
  ).not.toContain('13644440002');
});
