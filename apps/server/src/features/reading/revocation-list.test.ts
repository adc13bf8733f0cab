/** Tests of the revocation list on a real database, with a fixed clock and without notifications. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { createRevocationList, type RevocationList, type TicketHolder } from './revocation-list.ts';

let database: TestDatabase;
let now = 0;
let list: RevocationList;
const warnings: unknown[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());
beforeEach(() => {
  now = 1_000_000;
  warnings.length = 0;
  list = createRevocationList({
    db: database.db,
    clock: { now: () => now },
    log: { warn: (...line: unknown[]) => void warnings.push(line) },
  });
});

const query = (text: string, values: unknown[] = []) => database.db.pool.query(text, values);
const revoke = (key: string) => query('select revoke_content($1)', [key]);
const holder = (userId: string, institutionIds: string[] = []): TicketHolder => ({ bookId: 'book', userId, institutionIds });
const seal = async (of: TicketHolder): Promise<number> => (await list.readRevision())(of);

test.each([
  ['user:mei', holder('mei')],
  ['book:book', holder('mei')],
  ['institution:school', holder('mei', ['other', 'school'])],
  ['book:book', { bookId: 'book', userId: undefined, institutionIds: [] }],
])('a revocation of %s invalidates the tickets sealed before it, and none sealed after', async (key, of) => {
  const sealed = await seal(of);
  expect(await list.stateOf(of, sealed)).toBe('valid');
  await revoke(key);
  const later = await seal(of);
  expect(later).toBeGreaterThan(sealed);
  expect([await list.stateOf(of, sealed), await list.stateOf(of, later)]).toEqual(['revoked', 'valid']);
});

test('a revocation of other holders invalidates no ticket', async () => {
  const sealed = await seal(holder('han', ['school-2']));
  for (const key of ['user:mei', 'book:other', 'institution:school']) await revoke(key);
  expect(await seal(holder('han', ['school-2']))).toBe(sealed);
  expect(await list.stateOf(holder('han', ['school-2']), sealed)).toBe('valid');
});

test('a right that ends while a book is being opened invalidates the ticket sealed then', async () => {
  const revisionFor = await list.readRevision();
  await revoke('user:li');
  await list.readRevision();
  expect(await list.stateOf(holder('li'), revisionFor(holder('li')))).toBe('revoked');
});

test('the revocation list is read again after 30 s, not earlier', async () => {
  const sealed = await seal(holder('wang'));
  await revoke('user:wang');
  now += 29_999;
  expect(await list.stateOf(holder('wang'), sealed)).toBe('valid');
  now += 1;
  expect(await list.stateOf(holder('wang'), sealed)).toBe('revoked');
});

test('the revocation list is trusted for less than 60 s if it cannot be read, and again once it can be read', async () => {
  const sealed = await seal(holder('zhao'));
  await query('alter table shufang_local.content_revision rename to content_revision_away');
  now += 59_999;
  expect(await list.stateOf(holder('zhao'), sealed)).toBe('valid');
  expect(warnings.length).toBe(1);
  now += 1;
  expect(await list.stateOf(holder('zhao'), sealed)).toBe('unknown');
  await expect(list.readRevision()).rejects.toThrow('content_revision');
  await query('alter table shufang_local.content_revision_away rename to content_revision');
  expect(await list.stateOf(holder('zhao'), sealed)).toBe('valid');
});

test('the state of a ticket is unknown before the first read', async () => {
  await query('alter table shufang_local.content_revision rename to content_revision_away');
  expect(await list.stateOf(holder('zhao'), Number.MAX_SAFE_INTEGER)).toBe('unknown');
  await query('alter table shufang_local.content_revision_away rename to content_revision');
});

test('the revocation list drops deleted revocations when the longest ticket has expired', async () => {
  const sealed = await seal(holder('sun'));
  await revoke('user:sun');
  now += 30_000;
  expect(await list.stateOf(holder('sun'), sealed)).toBe('revoked');
  await query("delete from shufang_local.content_revocation where key = 'user:sun'");
  now += 12 * 3_600_000 - 30_000;
  expect(await list.stateOf(holder('sun'), sealed)).toBe('revoked');
  now += 60_000;
  expect(await list.stateOf(holder('sun'), sealed)).toBe('valid');
});

test('the revocation list is read at once when the database notifies of a revocation', async () => {
  await list.listen();
  const sealed = await seal(holder('zhou'));
  await revoke('user:zhou');
  await expect.poll(() => list.stateOf(holder('zhou'), sealed)).toBe('revoked');
  await list.close();
});

test('a migration that is repeated after a restore invalidates every earlier ticket', async () => {
  const sealed = await seal(holder('wu'));
  const { rows } = await query('select floor from shufang_local.content_revision');
  const { readFile } = await import('node:fs/promises');
  const sql = await readFile(new URL('../../../migrations/0011-reading.sql', import.meta.url), 'utf8');
  const revisionSql = sql.slice(
    sql.indexOf('create table if not exists shufang_local.content_revision'),
    sql.indexOf('create table if not exists shufang_local.content_revocation'),
  );
  await query(revisionSql);
  expect(Number((await query('select floor from shufang_local.content_revision')).rows[0].floor)).toBeGreaterThan(Number(rows[0].floor));
  now += 30_000;
  expect(await list.stateOf(holder('wu'), sealed)).toBe('revoked');
});
