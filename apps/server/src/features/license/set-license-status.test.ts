/** Tests of activating, suspending and resuming licenses, on a database without a server. */
import { createLicense } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import { resultOf } from '../../platform/http/testing/use-case-result.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { addLicense } from './add-license.ts';
import { setLicenseStatus } from './set-license-status.ts';

testAccess('setLicenseStatus', ['finance', 'admin'], 'licenseId:license');

testIdempotency('setLicenseStatus', async ({ aUser, aLicense }) => {
  const as = await aUser('finance');
  return { as, body: { licenseId: await aLicense(as), status: 'suspended' } };
});

const DAY_MS = 86_400_000;
const clock = { now: () => 1_000 * DAY_MS };
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const caller = { reader: { userId: 'finance', sid: 's', roles: ['finance'] }, requestId: 'request-1' } as unknown as ReaderContext;
const deps = () => ({ db: database.db, clock });
const create = async (institution: string, network: string, draft = false) =>
  (
    await addLicense(
      deps(),
      'commandLine',
      createLicense.input.parse({ institution, networks: [network], startsAt: clock.now(), endsAt: clock.now() + DAY_MS, draft }),
      undefined,
    )
  ).id;
const set = (licenseId: string, status: 'active' | 'suspended', reason = '') =>
  resultOf(setLicenseStatus(deps(), caller, { licenseId: licenseId, status, reason }));
const auditEventsOf = async (id: string) =>
  (
    await database.db.pool.query('select action, operator_id, before, after, reason from audit_event where target_id = $1 order by ctid', [
      id,
    ])
  ).rows;

it('a license is suspended and resumed, each as an audit event with its reason', async () => {
  const id = await create('甲大学', '198.51.100.0/24');
  expect(await set(id, 'suspended', '欠费')).toMatchObject({ payload: { license: { id, status: 'suspended' } }, say: '已停用' });
  expect(await set(id, 'active')).toMatchObject({ payload: { license: { id, status: 'active' } }, say: '已生效' });
  expect((await auditEventsOf(id)).slice(1)).toMatchObject([
    { action: 'license.suspend', operator_id: 'finance', before: { status: 'active' }, after: { status: 'suspended' }, reason: '欠费' },
    { action: 'license.resume', before: { status: 'suspended' }, after: { status: 'active' } },
  ]);
});

it('a draft whose networks belong to another institution cannot be activated', async () => {
  await create('乙大学', '203.0.113.0/24');
  const draft = await create('丙大学', '203.0.113.128/25', true);
  expect(await outcomeOf(set(draft, 'active'))).toBe('license.overlap');
  const separate = await create('丁大学', '192.0.2.0/24', true);
  expect((await set(separate, 'active')).say).toBe('已生效');
  expect((await auditEventsOf(separate)).at(-1)).toMatchObject({ action: 'license.activate', before: { status: 'draft' } });
});

it('an unknown license is not found', async () => {
  expect(await outcomeOf(set('none', 'active'))).toBe('license.notFound');
});
