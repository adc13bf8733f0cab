/** Tests of the list of errata in the admin area. */
import type { AdminErratum } from '@shufang/contract';
import { expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { withErrataServer } from './testing/errata-server.ts';

testAccess('listAdminErrata', ['editor', 'admin'], 'filtered');

const { shop, editor, bookId, aUser, ask, reported } = withErrataServer();

test('the admin area lists open errata with their reporters, oldest first', async () => {
  const finder = await aUser();
  const ids: string[] = [];
  for (const suggestion of ['一', '二', '三']) {
    ids.push(await reported(finder, { suggestion }));
    shop().platform.advanceClock?.(1_000);
  }
  const page = (cursor = '') =>
    ask<{ items: AdminErratum[]; nextCursor?: string; counts: object }>(
      `/api/admin/errata/list?bookId=${bookId()}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      editor(),
    );
  const first = await page();
  const second = await page(first.nextCursor);
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
  expect(first).toMatchObject({ counts: { submitted: 3 }, items: [{ reporter: { userId: finder.id } }, {}] });
});
