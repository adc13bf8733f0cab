/**
 * Tests the demo's fictional university: users find it, members of its roster read the licensed books, and its administrator manages the
 * roster.
 */
import type { getBookInfo, listInstitutions, OutputOf, searchInstitutions } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { completeSignIn } from '../features/account/complete-sign-in.ts';
import { DEMO_ORG_ADMIN_TEL, findUserNameByTel } from '../features/account/create-users.ts';
import { granted } from '../testing/file-fixture.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { assembleAccount } from './assemble-account.ts';
import { seedDemoSchool } from './seed-demo-school.ts';

let shop: TestServer;
let bookId: string;
const seed = () => seedDemoSchool(shop.platform, assembleAccount(shop.platform), [bookId]);

beforeAll(async () => {
  shop = await openTestServer();
  bookId = await shop.book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 1 });
  await seed();
  await seed();
});

afterAll(() => shop?.close());

it('is found among the institutions to sign in through, by its name and its pinyin', async () => {
  for (const q of ['墨池', 'mcys', 'mochi.example']) {
    const found = granted(await shop.call<OutputOf<typeof searchInstitutions>>(`/api/institution/search?q=${encodeURIComponent(q)}`));
    expect(found.items, q).toMatchObject([{ name: '墨池演示大学' }]);
  }
});

it('gives its books to a user who claims a roster entry', async () => {
  const reader = await shop.user('13966660001');
  const rightOf = async () =>
    granted(await shop.call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`, { as: reader })).right;
  expect((await rightOf()).kind).not.toBe('institution');
  const { items } = granted(await shop.call<OutputOf<typeof searchInstitutions>>('/api/institution/search?q=mcys'));
  const claim = { institutionId: items[0]?.id, studentNo: '2026001', name: '颜书雅' };
  granted(await shop.call('/api/institution/join', { as: reader, body: claim }));
  expect(await rightOf()).toMatchObject({ kind: 'institution', via: 'roster' });
});

it('has its own administrator, who is created once', async () => {
  const { rows } = await shop.platform.db.pool.query<{ role: string; scope: string }>(
    `select r.role, r.scope from user_role r join user_account u on u.id = r.user_id where u.tel = $1 order by r.role`,
    [DEMO_ORG_ADMIN_TEL],
  );
  expect(rows).toEqual([
    { role: 'orgAdmin', scope: expect.stringMatching(/^institution:[0-9a-z]{26}$/) },
    { role: 'reader', scope: '' },
  ]);
});

it('lets that administrator see the roster of their own institution', async () => {
  const account = assembleAccount(shop.platform);
  const { id } = (await findUserNameByTel(shop.platform.db.orm, DEMO_ORG_ADMIN_TEL)) ?? { id: '' };
  const device = { deviceCode: 'web', deviceId: undefined, userAgent: '' } as const;
  const { dpAuthToken } = await completeSignIn(account, { id, nickname: '', avatar: '' }, device);
  const administrator = { id, tel: DEMO_ORG_ADMIN_TEL, headers: { authorization: `dp-token ${dpAuthToken}`, 'x-device-code': 'web' } };
  const { items } = granted(await shop.call<OutputOf<typeof listInstitutions>>('/api/admin/institution/list', { as: administrator }));
  expect(items).toMatchObject([{ name: '墨池演示大学', members: 5 }]);
});
