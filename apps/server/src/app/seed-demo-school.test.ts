/** The demo's invented university: people find it, those on its list read what it bought, and its administrator keeps the list. */
import type { getBookInfo, listInstitutions, OutputOf, searchInstitutions } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_ORG_ADMIN_TEL, findPersonByTel } from '../features/account/people.ts';
import { startSession } from '../features/account/sessions.ts';
import { assembleAccount } from './build-server.ts';
import { seedDemoSchool } from './seed-demo-school.ts';
import { granted } from './testing/file-scene.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

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

it('is found among those to sign in through, by its name and the letters of it', async () => {
  for (const q of ['墨池', 'mcys', 'mochi.example']) {
    const found = granted(await shop.call<OutputOf<typeof searchInstitutions>>(`/api/institution/search?q=${encodeURIComponent(q)}`));
    expect(found.items, q).toMatchObject([{ name: '墨池演示大学' }]);
  }
});

it('gives its books to who claims a line of its list', async () => {
  const reader = await shop.person('13966660001');
  const rightOf = async () =>
    granted(await shop.call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`, { as: reader })).right;
  expect((await rightOf()).kind).not.toBe('institution');
  const { items } = granted(await shop.call<OutputOf<typeof searchInstitutions>>('/api/institution/search?q=mcys'));
  const claim = { institutionId: items[0]?.id, studentNo: '2026001', name: '颜书雅' };
  granted(await shop.call('/api/institution/join', { as: reader, body: claim }));
  expect(await rightOf()).toMatchObject({ kind: 'institution', via: 'roster' });
});

it('has an administrator of its own, who is made once', async () => {
  const { rows } = await shop.platform.db.pool.query<{ role: string; scope: string }>(
    `select r.role, r.scope from user_role r join user_account u on u.id = r.user_id where u.tel = $1 order by r.role`,
    [DEMO_ORG_ADMIN_TEL],
  );
  expect(rows).toEqual([
    { role: 'orgAdmin', scope: expect.stringMatching(/^institution:[0-9a-z]{26}$/) },
    { role: 'reader', scope: '' },
  ]);
});

it('lets that administrator see the list of their own institution', async () => {
  const account = assembleAccount(shop.platform);
  const { id } = (await findPersonByTel(shop.platform.db.orm, DEMO_ORG_ADMIN_TEL)) ?? { id: '' };
  const device = { deviceCode: 'web', deviceId: undefined, userAgent: '' } as const;
  const { dpAuthToken } = await startSession(account, { id, nickname: '', avatar: '' }, device, false);
  const keeper = { id, tel: DEMO_ORG_ADMIN_TEL, headers: { authorization: `dp-token ${dpAuthToken}`, 'x-device-code': 'web' } };
  const { items } = granted(await shop.call<OutputOf<typeof listInstitutions>>('/api/admin/institution/list', { as: keeper }));
  expect(items).toMatchObject([{ name: '墨池演示大学', members: 3 }]);
});
