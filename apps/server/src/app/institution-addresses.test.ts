import { newId } from '@shufang/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { putClassNetwork } from '../features/classroom/class-network-store.ts';
import { createAdjustableClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/database.ts';
import { HTTP_LIMITS } from '../platform/http/limits.ts';
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts';
import { type InstitutionNetworks, watchInstitutionNetworks } from './institution-addresses.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 23);
const config = { institutionConnections: 400, institutionSmsPerHour: 900 };
const patience = { timeout: 20_000, interval: 10 };

let database: TestDatabase;
let networks: InstitutionNetworks;
let clock: ReturnType<typeof createAdjustableClock>;
const warn = vi.fn();

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  await database.db.pool.query('truncate institution, class_network cascade');
  clock = createAdjustableClock({ now: () => NOW });
  // Only the timer of the next refresh is faked; the database uses the real clock.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  warn.mockClear();
});
afterEach(() => {
  networks.stop();
  vi.useRealTimers();
});

interface LicenseFields {
  readonly modes?: string;
  readonly status?: string;
  readonly startsAt?: number;
  readonly endsAt?: number;
}
const license = async (
  network: string,
  { modes = '{ip}', status = 'active', startsAt = NOW - DAY_MS, endsAt = NOW + DAY_MS }: LicenseFields = {},
) => {
  const [licenseId, institutionId] = [newId(), newId()];
  await database.db.pool.query('insert into institution (id, name, created_at) values ($1, $2, 0)', [institutionId, institutionId]);
  await database.db.pool.query(
    `insert into institution_license (id, institution_id, scope, book_ids, networks, modes, starts_at, ends_at, status, created_at)
      values ($1, $2, 'all', '{}', array[$3]::cidr[], $4::text[], $5, $6, $7, 0)`,
    [licenseId, institutionId, network, modes, startsAt, endsAt, status],
  );
};
const watch = async (db = database.db): Promise<void> => {
  networks = await watchInstitutionNetworks({ config, db, clock, log: { warn } });
};
const known = (...addresses: string[]): string[] => addresses.filter((address) => networks.has(address));

describe('the client IPs with raised limits', () => {
  it('are exactly those of the networks of licenses, IPv4 and IPv6', async () => {
    await license('198.51.100.0/25');
    await license('2001:db8:1::/48');
    await license('203.0.113.7/32');
    await watch();
    expect(known('198.51.100.0', '198.51.100.127', '198.51.100.128', '198.51.99.255', '203.0.113.7', '203.0.113.8')).toEqual([
      '198.51.100.0',
      '198.51.100.127',
      '203.0.113.7',
    ]);
    expect(known('2001:db8:1:ffff::1', '2001:db8:2::1')).toEqual(['2001:db8:1:ffff::1']);
    expect(known('', 'localhost', '198.51.100', '::ffff:192.0.2.1')).toEqual([]);
  });

  it('have the connections and SMS of the settings, never fewer connections than other client IPs', async () => {
    await license('198.51.100.0/24');
    await watch();
    expect(networks.smsPerHour).toBe(900);
    expect([networks.connectionsOf('198.51.100.9'), networks.connectionsOf('192.0.2.9')]).toEqual([400, HTTP_LIMITS.connectionsPerIp]);
    networks.stop();
    networks = await watchInstitutionNetworks({ config: { ...config, institutionConnections: 1 }, db: database.db, clock, log: { warn } });
    expect(networks.connectionsOf('198.51.100.9')).toBe(HTTP_LIMITS.connectionsPerIp);
  });

  it.each<[string, LicenseFields]>([
    ['is suspended', { status: 'suspended' }],
    ['opens books by the list of members alone', { modes: '{roster}' }],
    ['has not begun', { startsAt: NOW + 1 }],
    ['has ended', { endsAt: NOW }],
  ])('do not include those of a license that %s', async (_what, fields) => {
    await license('198.51.100.0/24', fields);
    await license('203.0.113.0/24');
    await watch();
    expect(known('198.51.100.9', '203.0.113.9')).toEqual(['203.0.113.9']);
  });

  it('are read again every minute: new ones are added, expired ones removed', async () => {
    await license('198.51.100.0/24', { endsAt: NOW + 30_000 });
    await watch();
    await license('203.0.113.0/24');
    clock.advance(60_000);
    vi.advanceTimersByTime(59_999);
    expect(known('198.51.100.9', '203.0.113.9')).toEqual(['198.51.100.9']);
    vi.advanceTimersByTime(1);
    await vi.waitFor(() => expect(known('198.51.100.9', '203.0.113.9')).toEqual(['203.0.113.9']), patience);
  });

  it('include the network in which a lesson is running, until it is over', async () => {
    await watch();
    await putClassNetwork(database.db.orm, '192.0.2.9', NOW + 1, NOW);
    await putClassNetwork(database.db.orm, '2001:db8:3::/64', NOW + 60_000, NOW);
    await networks.refresh();
    expect(known('192.0.2.9', '192.0.2.10', '2001:db8:3::5', '2001:db8:4::5')).toEqual(['192.0.2.9', '2001:db8:3::5']);
    expect(networks.connectionsOf('192.0.2.9')).toBe(400);
    clock.advance(1);
    await networks.refresh();
    expect(known('192.0.2.9', '2001:db8:3::5')).toEqual(['2001:db8:3::5']);
    await putClassNetwork(database.db.orm, '192.0.2.11', NOW + 60_000, clock.now());
    expect((await database.db.pool.query('select 1 from class_network where network = $1', ['192.0.2.9'])).rowCount).toBe(0);
  });

  it('are unchanged while the database is unreachable, which is logged', async () => {
    await license('198.51.100.0/24');
    const db = await openDatabase({ connectionString: database.url, max: 1 });
    await watch(db);
    await db.close();
    vi.advanceTimersByTime(60_000);
    await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce(), patience);
    expect(known('198.51.100.9', '192.0.2.9')).toEqual(['198.51.100.9']);
  });

  it('are not read after the server has stopped', async () => {
    await watch();
    networks.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
