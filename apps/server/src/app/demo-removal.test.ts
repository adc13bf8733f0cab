/**
 * Tests of production mode on demo data: all accounts with the published password are found, the start is refused, `doctor` reports it,
 * `demo remove` resolves it.
 */
import { spawn } from 'node:child_process';
import { newId } from '@shufang/contract';
import { projectRoot, serverArguments } from '@shufang/dev-env';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser, demoTels, findUserNameByTel } from '../features/account/create-users.ts';
import { createPasswordHasher } from '../features/account/password/password-hasher.ts';
import { PUBLISHED_PASSWORD } from '../features/account/published-password.ts';
import { setPassword } from '../features/account/set-password.ts';
import { makeSecret } from '../platform/config.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { assembleAccount } from './assemble-account.ts';
import { doctor } from './cli/doctor.ts';
import { removeDemo } from './remove-demo.ts';
import { seedDemo } from './seed-demo.ts';
import { seedDemoSchool } from './seed-demo-school.ts';
import { findStartRefusal } from './start-refusals.ts';

const OWN_TEL = '13955557001';
const LATE_TEL = '13955557002';

const productionOf = (shop: TestServer): NodeJS.ProcessEnv => ({
  MODE: 'production',
  PUBLIC_URL: 'https://books.example.com',
  CONTENT_URL: 'https://{book}.content.example.com',
  SECRET_KEY: makeSecret(),
  SMS_PROVIDER: 'none',
  PORT: '0',
  DATABASE_URL: shop.platform.config.databaseUrl,
  DATA_DIR: shop.platform.config.dataDir,
});

/** Resolves when the server process ends or reports that it is ready. */
const start = async (env: NodeJS.ProcessEnv): Promise<{ status: number | null; out: string }> => {
  const { MODE: _, NODE_OPTIONS: __, ...rest } = process.env;
  const child = spawn(process.execPath, serverArguments(), {
    cwd: projectRoot,
    env: { ...rest, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (/^ready /m.test(out)) child.kill('SIGTERM');
    });
  const status = await new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  return { status, out };
};

const refusalOf = (shop: TestServer, mode: 'demo' | 'production' = 'production') =>
  findStartRefusal({ mode }, shop.platform.db, { record: false });
const countOf = async (shop: TestServer, text: string): Promise<number> =>
  Number((await shop.platform.db.pool.query<{ count: string }>(`select count(*) as count from ${text}`)).rows[0]?.count);
const accountOf = (shop: TestServer) => assembleAccount(shop.platform);

// The time limit is long, because the tests start the server process, which is slow on a busy machine.
describe('accounts with the published password', { timeout: 240_000 }, () => {
  let shop: TestServer;
  beforeAll(async () => {
    shop = await openTestServer({ TEST_CLOCK: '0' });
  });
  afterAll(() => shop?.close());

  test('are not found if there are none', async () => {
    await shop.user('13955557000', 'admin');
    expect(await refusalOf(shop)).toBeUndefined();
    expect(await countOf(shop, 'user_account where password_published is null')).toBe(0);
  });

  test('are found whether they were created with it or set to it again, and not after a change', async () => {
    const { id } = await createUser(accountOf(shop), { tel: OWN_TEL, password: 'Lunyu-yuedu-2026', role: 'reader' });
    expect(await refusalOf(shop)).toBeUndefined();
    await setPassword(accountOf(shop), { id, tel: OWN_TEL }, PUBLISHED_PASSWORD, 'commandLine');
    await createUser(accountOf(shop), { tel: LATE_TEL, password: PUBLISHED_PASSWORD, role: 'reader' });
    expect(await refusalOf(shop)).toMatchObject({
      text: expect.stringMatching(/有 2 个账号.*139\*\*\*\*7001.*139\*\*\*\*7002/) as string,
      advice: expect.stringContaining('shufang demo remove') as string,
    });
    expect(await refusalOf(shop, 'demo')).toBeUndefined();
    const late = await findUserNameByTel(shop.platform.db.orm, LATE_TEL);
    await setPassword(accountOf(shop), { id: late?.id ?? '', tel: LATE_TEL }, 'Lunyu-yuedu-2026', 'commandLine');
    expect((await refusalOf(shop))?.text).toContain('有 1 个账号');
  });

  test('from before this was recorded are verified, and the start records the result', async () => {
    await shop.platform.db.pool.query('update user_account set password_published = null');
    expect((await refusalOf(shop))?.text).toContain('有 1 个账号');
    expect(await countOf(shop, 'user_account where password_published is not null')).toBe(0);
    const hash = await createPasswordHasher().hash(PUBLISHED_PASSWORD);
    await shop.platform.db.pool.query('update user_account set password_hash = $1 where tel = $2', [hash, LATE_TEL]);
    expect((await findStartRefusal({ mode: 'production' }, shop.platform.db, { record: true }))?.text).toContain('有 2 个账号');
    expect(await countOf(shop, 'user_account where password_published')).toBe(2);
    expect(await countOf(shop, 'user_account where password_published is null and password_hash is not null')).toBe(0);
  });

  test('are reported by doctor in a database of the previous version', async () => {
    await shop.platform.db.pool.query('alter table user_account rename column password_published to not_yet');
    try {
      expect((await refusalOf(shop))?.text).toContain('有 2 个账号');
    } finally {
      await shop.platform.db.pool.query('alter table user_account rename column not_yet to password_published');
    }
  });

  test('prevent production from starting, with an explanation of what to do, and doctor reports the same', async () => {
    const refused = await start(productionOf(shop));
    expect(refused).toMatchObject({
      status: 1,
      out: expect.stringMatching(/启动失败：生产模式拒绝启动：.*2 个账号.*shufang demo remove.*--keep-books/) as string,
    });
    const examined = await doctor.prepareBare([])(productionOf(shop), () => undefined);
    expect(examined.data).toContainEqual(
      expect.objectContaining({ name: '演示密码', ok: false, advice: expect.stringContaining('demo remove') as string }),
    );
  });

  test('cannot be created or used in production', async () => {
    const account = { ...accountOf(shop), refusesPublishedPassword: true };
    const refused = { code: 'account.passwordWeak' };
    await expect(createUser(account, { tel: '13955557003', password: PUBLISHED_PASSWORD, role: 'reader' })).rejects.toMatchObject(refused);
    const own = await findUserNameByTel(shop.platform.db.orm, OWN_TEL);
    await expect(setPassword(account, { id: own?.id ?? '', tel: OWN_TEL }, PUBLISHED_PASSWORD, 'commandLine')).rejects.toMatchObject(
      refused,
    );
    const production = await openTestServer({ ...(productionOf(shop) as Record<string, string>), TEST_CLOCK: '0' });
    expect(assembleAccount(production.platform).refusesPublishedPassword).toBe(true);
    await production.close();
  });

  test('that do not belong to the demo remain, without the password and signed out', async () => {
    const result = await removeDemo(shop.platform, accountOf(shop), { keepBooks: false });
    expect(result).toMatchObject({ removed: { account: 0, book: 0 }, clearedPasswords: [OWN_TEL, LATE_TEL] });
    expect(await countOf(shop, `user_account where tel = '${OWN_TEL}' and status = 'active' and password_hash is null`)).toBe(1);
    expect(await refusalOf(shop)).toBeUndefined();
  });
});

// The time limit is long, because each test creates and erases forty users with all their data.
describe('the demo', { timeout: 240_000 }, () => {
  let shop: TestServer;
  let demoBook: string;
  let ownBook: string;
  const seed = async (): Promise<void> => {
    demoBook = await shop.book({ chapters: [['示例', newId(Date.now())]] }, { publish: true });
    await seedDemoSchool(shop.platform, accountOf(shop), [demoBook]);
    await seedDemo(shop.platform, accountOf(shop));
    await shop.platform.db.pool.query("insert into demo_item (kind, id, recorded_at) values ('book', $1, 0) on conflict do nothing", [
      demoBook,
    ]);
  };
  beforeAll(async () => {
    shop = await openTestServer();
    ownBook = await shop.book({ chapters: [['自己的书', '不是演示。']] }, { publish: true });
    await shop.user('13955557100', 'editor');
    await seed();
  }, 240_000);
  afterAll(() => shop?.close());
  const countRemainingUsers = async (): Promise<number> =>
    countOf(
      shop,
      `user_account where tel in (${demoTels()
        .map((tel) => `'${tel}'`)
        .join(', ')})`,
    );

  /** Readers who exist only for the statistics, if the demo books have been built. */
  const countSimulatedReaders = (): Promise<number> => countOf(shop, `user_account where nickname like '模拟读者 %'`);

  test('records what it creates', async () => {
    const { rows } = await shop.platform.db.pool.query<{ kind: string; count: number }>(
      'select kind, count(*)::int as count from demo_item group by kind',
    );
    expect(Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))).toMatchObject({
      account: demoTels().length + (await countSimulatedReaders()),
      institution: 1,
      license: 1,
    });
  });

  test('is removed with its users, institution and books; other data remains, and production then starts', async () => {
    expect((await refusalOf(shop))?.text).toContain(`${demoTels().length} 个账号`);
    const simulated = await countSimulatedReaders();
    const result = await removeDemo(shop.platform, accountOf(shop), { keepBooks: false });
    expect(await countSimulatedReaders()).toBe(0);
    expect(result).toMatchObject({
      removed: { account: demoTels().length + simulated, institution: 1, license: 1 },
      retainedBooks: [],
      clearedPasswords: [],
    });
    expect(await countRemainingUsers()).toBe(0);
    expect(await countOf(shop, 'institution')).toBe(0);
    expect(await countOf(shop, 'institution_license')).toBe(0);
    expect(await countOf(shop, 'book')).toBe(1);
    expect(await countOf(shop, `book where id = '${ownBook}' and shelf_state = 'published'`)).toBe(1);
    expect(await countOf(shop, 'book_collection')).toBe(0);
    expect(await countOf(shop, 'home_slot')).toBe(0);
    expect(await countOf(shop, "user_account where tel = '13955557100' and password_hash is not null")).toBe(1);
    expect(await countOf(shop, 'demo_item')).toBe(0);
    expect(await countOf(shop, "audit_event where action = 'demo.remove'")).toBe(1);
    expect(await refusalOf(shop)).toBeUndefined();
    expect((await start(productionOf(shop))).out).toMatch(/^ready https:\/\/books\.example\.com$/m);
  });

  test('is recognized by its names if it was created before anything was recorded', async () => {
    await seed();
    const simulated = await countSimulatedReaders();
    // Simulated readers were recorded from the first version that had them.
    await shop.platform.db.pool.query(
      "delete from demo_item where id not in (select id from user_account where nickname like '模拟读者 %')",
    );
    await shop.platform.db.pool.query('update user_account set password_published = null');
    const { removed } = await removeDemo(shop.platform, accountOf(shop), { keepBooks: true });
    expect(removed).toMatchObject({ account: demoTels().length + simulated, institution: 1, license: 1, book: 0 });
    expect(await countRemainingUsers()).toBe(0);
  });

  test('retains its books on request, and those that a reader has a right to', async () => {
    await seed();
    const before = await countOf(shop, 'book');
    await removeDemo(shop.platform, accountOf(shop), { keepBooks: true });
    expect(await countOf(shop, 'book')).toBe(before);
    await seed();
    const holder = await shop.user('13955557200');
    await shop.platform.db.pool.query(
      "insert into entitlement (id, user_id, book_id, source, starts_at, created_at) values ('held', $1, $2, 'gift', 0, 0)",
      [holder.id, demoBook],
    );
    const { retainedBooks } = await removeDemo(shop.platform, accountOf(shop), { keepBooks: false });
    expect(retainedBooks).toHaveLength(1);
    expect(await countOf(shop, `book where id = '${demoBook}' and shelf_state = 'offShelf'`)).toBe(1);
    expect(await countOf(shop, `entitlement where book_id = '${demoBook}'`)).toBe(1);
  });

  test('does not include an account that another user has created with one of its phone numbers', async () => {
    const [tel = ''] = demoTels();
    await createUser(accountOf(shop), { tel, password: 'Lunyu-yuedu-2026', role: 'reader' });
    expect((await removeDemo(shop.platform, accountOf(shop), { keepBooks: false })).removed.account).toBe(0);
    expect(await countRemainingUsers()).toBe(1);
  });
});
