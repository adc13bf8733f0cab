/**
 * Tests the export and the erasure of all data of a user. A recognizable row is inserted into every table that stores user data; a new
 * table must be listed here, exported and erased.
 */
import { createHash } from 'node:crypto';
import { type DataExport, LIMITS, type UserInfo } from '@shufang/contract';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareSmsCode } from '../features/account/codes/sms-codes.ts';
import { completeSignIn } from '../features/account/complete-sign-in.ts';
import { exportMyData } from '../features/files/export-my-data.ts';
import { createExportDependencies } from '../features/files/file-dependencies.ts';
import { getDataExport } from '../features/files/get-data-export.ts';
import { FILE_LIMITS } from '../features/files/limits.ts';
import { runDataExport } from '../features/files/run-data-export.ts';
import { contentKey } from '../gateways/object-storage/content-key.ts';
import type { PersonalDataHolder } from '../platform/personal-data.ts';
import { callerOf } from '../platform/testing/caller.ts';
import { granted, uploadAs } from '../testing/file-fixture.ts';
import { testAccess } from '../testing/test-access.ts';
import { testIdempotency } from '../testing/test-idempotency.ts';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../testing/test-server.ts';
import { BY_UPLOAD, foundBy, last4Of, markOf, PASSING, PLANTS, PLANTS_IN_ORDER } from '../testing/user-rows.ts';
import { assembleAccount } from './assemble-account.ts';
import { sweepOnce } from './housekeeping.ts';
import { personalDataHolders } from './personal-data-holders.ts';
import { startJobs } from './start-jobs.ts';

testAccess('exportMyData', 'every user');
testIdempotency('exportMyData', async ({ aUser }) => ({ as: await aUser(), body: {} }));
testAccess('getDataExport', 'every user');

const DAY_MS = 86_400_000;
const patience = { timeout: 50_000, interval: 50 };

let shop: TestServer;
const bookId = `0${'1'.repeat(25)}`;
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  await startJobs(shop.platform);
  await query(`insert into book (id, title, authors, created_at, updated_at) values ($1, '论语选读', '孔子弟子', 0, 0)`, [bookId]);
  await query(
    `insert into book_version (id, book_id, no, state, source_sha256, source_file_name, metadata, manifest, chars, positions, created_at)
     values ('version', $1, 1, 'released', '', '', '{}', '{}', 0, 0, 0)`,
    [bookId],
  );
  await query(`update book set current_version_id = 'version'`);
  await query(`insert into institution values ('school', '甲大学', 0)`);
  await query(
    `insert into institution_license (id, institution_id, scope, starts_at, ends_at, status, created_at) values ('license', 'school', 'all', 0, 1, 'active', 0)`,
  );
  await query(`insert into code_batch (id, book_id, purpose, count, valid_from, created_at) values ('batch', $1, 'gift', 10, 0, 0)`, [
    bookId,
  ]);
});
afterAll(() => shop?.close());

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await shop.platform.db.pool.query(text, values)).rows;

const aUserWithRows = async (n: number): Promise<TestUser> => {
  const user = await shop.user(`1395555000${n}`);
  for (const [, plant] of PLANTS_IN_ORDER) {
    const [sql, ...values] = plant(user.id, n);
    await query(sql, values);
  }
  granted(await uploadAs(shop, user, `${markOf(BY_UPLOAD, n)}.txt`, Buffer.from(`内容 ${markOf('bytes', n)}`)));
  return user;
};

const archiveOf = async (user: TestUser): Promise<Record<string, string>> => {
  const begun = granted(await shop.call<DataExport>('/api/user/data/export', { as: user, body: {} }));
  expect(['queued', 'running', 'ready']).toContain(begun.state);
  const read = async () => granted(await shop.call<{ export: DataExport | null }>('/api/user/data/export/get', { as: user })).export;
  await expect.poll(async () => (await read())?.state, patience).toBe('ready');
  const ready = await read();
  expect(ready).toMatchObject({ id: begun.id, progress: 1 });
  const token = String(user.headers['authorization']).replace('dp-token ', '');
  const proof = createHash('sha256').update(`dl|${token}|${ready?.fileId}|20`).digest('base64url');
  const link = granted(await shop.call<{ url: string }>(`/api/file/userFile/createDownLoadUrl/${ready?.fileId}/20/${proof}`, { as: user }));
  const { host, pathname } = new URL(link.url);
  const response = await shop.request({ method: 'GET', url: pathname, headers: { host } });
  expect(response.headers['content-type']).toBe('application/zip');
  expect(response.rawPayload.length).toBe(ready?.sizeBytes);
  return Object.fromEntries(Object.entries(unzipSync(response.rawPayload)).map(([name, bytes]) => [name, strFromU8(bytes)]));
};

const startExport = async (
  dependencies: Parameters<typeof exportMyData>[0],
  userId: string,
): Promise<{ export: DataExport; isNew: boolean }> => {
  const started = (await exportMyData(dependencies, callerOf(userId), {})) as { payload: DataExport; say: string };
  return { export: started.payload, isNew: started.say !== '' };
};
const readExport = async (dependencies: Parameters<typeof getDataExport>[0], userId: string): Promise<{ export: DataExport | null }> =>
  (await getDataExport(dependencies, callerOf(userId), {})) as { export: DataExport | null };

const sweep = (): Promise<void> => sweepOnce(shop.platform);

/** Returns every row of every table as text, by table. */
const everyRow = async (): Promise<Map<string, string[]>> => {
  const tables = await query(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname",
  );
  const rows = new Map<string, string[]>();
  for (const { name } of tables)
    rows.set(
      String(name),
      (await query(`select t::text as row from ${String(name)} t`)).map(({ row }) => String(row)),
    );
  return rows;
};

const codeFor = async (tel: string): Promise<string> => {
  const message = await prepareSmsCode(
    assembleAccount(shop.platform),
    { tel, type: 'binding' },
    { address: '192.0.2.9', deviceId: undefined },
  );
  shop.platform.advanceClock?.(LIMITS.smsResendMs);
  return message.code;
};

const signInAgain = async (user: TestUser): Promise<TestUser> => {
  // This test signs in without the second factor, which second-factor.test.ts covers.
  const account = { ...assembleAccount(shop.platform), needsSecondFactor: undefined };
  const device = { deviceCode: 'web', deviceId: undefined, userAgent: '' } as const;
  const session = await completeSignIn(account, { id: user.id, nickname: '', avatar: '' }, device);
  return { ...user, headers: { authorization: `dp-token ${session.dpAuthToken}`, 'x-device-code': 'web' } };
};

test('every table with user data is listed in this test', async () => {
  const columns = await query(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and (column_name in ('user_id', 'owner_id', 'tel', 'asked_by', 'teacher_id') or column_name like '%\\_user\\_id') order by 1`,
  );
  const known = [...Object.keys(PLANTS), BY_UPLOAD, ...Object.keys(PASSING), 'sent_code'];
  expect(columns.map(({ name }) => name)).toEqual(known.toSorted());
});

describe('a data export', () => {
  test('contains what every table stores about the user, their files, and nothing of other users', async () => {
    const [mei] = [await aUserWithRows(1), await aUserWithRows(2)];
    const archive = await archiveOf(mei);
    const text = Object.entries(archive).flat().join('\n');
    for (const table of [...Object.keys(PLANTS), BY_UPLOAD]) expect(text, table).toContain(foundBy(table, 1));
    for (const table of [...Object.keys(PLANTS), BY_UPLOAD]) expect(text, table).not.toContain(foundBy(table, 2));
    expect(JSON.parse(archive['account.json'] ?? '')).toMatchObject({ tel: mei.tel, hasPassword: true, roles: [{}, {}] });
    expect(JSON.parse(archive['annotations.json'] ?? '')).toMatchObject([{ body: markOf('annotation', 1) }]);
    const page = Object.entries(archive).find(([name]) => name.startsWith('notes/论语选读-'));
    expect(page?.[1]).toContain('# 论语选读');
    expect(Object.entries(archive).find(([name]) => name.startsWith('files/'))?.[1]).toBe(`内容 ${markOf('bytes', 1)}`);
    expect(archive['说明.txt']).toContain('annotations.json');
    const secrets = await query(
      'select password_hash as secret from user_account where id = $1 union select sid from session where user_id = $1',
      [mei.id],
    );
    expect(secrets.length).toBeGreaterThanOrEqual(2);
    for (const { secret } of secrets) expect(text).not.toContain(String(secret));
  });

  test('is made one at a time, shows its progress, and is only for its owner', async () => {
    const han = await shop.user('13955550011');
    const parts = createExportDependencies(shop.platform, personalDataHolders(shop.platform));
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: PersonalDataHolder = {
      slice: 'slow',
      exportOf: async () => [
        {
          path: 'slow.bin',
          about: '',
          bytes: 1_000_000,
          read: async function* () {
            yield Buffer.alloc(600_000);
            await gate;
            yield Buffer.alloc(400_000);
          },
        },
      ],
      eraseOf: async () => undefined,
    };
    const idle = { ...parts, jobs: { ...parts.jobs, send: async () => undefined } };
    const begun = await Promise.all(Array.from({ length: 5 }, () => startExport(idle, han.id)));
    const id = begun[0]?.export.id ?? '';
    expect(begun.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(begun.map((one) => one.export.id))).toEqual(new Set([id]));
    expect(await readExport(parts, han.id)).toMatchObject({ export: { state: 'queued', progress: 0, fileId: null } });
    const running = runDataExport({ ...parts, holders: [slow] }, id, new AbortController().signal);
    await expect.poll(async () => (await readExport(parts, han.id)).export?.progress ?? 0, patience).toBeGreaterThan(0.5);
    expect(await readExport(parts, han.id)).toMatchObject({ export: { state: 'running', fileId: null } });
    expect((await readExport(parts, han.id)).export?.progress).toBeLessThan(1);
    release();
    await running;
    const done = (await readExport(parts, han.id)).export;
    expect(done).toMatchObject({ state: 'ready', progress: 1, fileId: expect.any(String) });
    const otherUser = await shop.user('13955550012');
    const asked = await shop.request({
      method: 'POST',
      url: '/api/file/userFile/download',
      headers: { host: APP_HOST, ...otherUser.headers },
      payload: { fileId: done?.fileId },
    });
    expect(asked.json()).toMatchObject({ code: 'file.notFound' });
    expect(await readExport(parts, otherUser.id)).toEqual({ export: null });
  });

  test('reports a failure, is replaced by a new one, and counts as failed if its server was killed', async () => {
    const han = await shop.user('13955550013');
    const parts = createExportDependencies(shop.platform, personalDataHolders(shop.platform));
    const idle = { ...parts, jobs: { ...parts.jobs, send: async () => undefined } };
    const broken: PersonalDataHolder = {
      slice: 'broken',
      exportOf: () => Promise.reject(new Error('broken')),
      eraseOf: async () => undefined,
    };
    const first = await startExport(idle, han.id);
    await runDataExport({ ...parts, holders: [broken] }, first.export.id, new AbortController().signal);
    expect(await readExport(parts, han.id)).toMatchObject({ export: { id: first.export.id, state: 'failed' } });
    const second = await startExport(idle, han.id);
    const stopped = new AbortController();
    stopped.abort(new Error('stopping'));
    await expect(runDataExport(parts, second.export.id, stopped.signal)).rejects.toThrow('stopping');
    expect(await readExport(parts, han.id)).toMatchObject({ export: { id: second.export.id, state: 'running' } });
    shop.platform.advanceClock?.(3_700_000);
    expect(await readExport(parts, han.id)).toMatchObject({ export: { id: second.export.id, state: 'failed' } });
    const third = await startExport(idle, han.id);
    expect(third).toMatchObject({ isNew: true, export: { state: 'queued' } });
    await runDataExport(parts, second.export.id, new AbortController().signal);
    expect(await readExport(parts, han.id)).toMatchObject({ export: { id: third.export.id, state: 'queued' } });
  });

  test('is deleted after a week, and its bytes a day later; bytes that another user stores remain', async () => {
    const [one, two] = [await shop.user('13955550014'), await shop.user('13955550015')];
    const shared = Buffer.from('两个人的同一份文件');
    const sharedFile = granted(await uploadAs(shop, one, '甲.txt', shared));
    const own = granted(await uploadAs(shop, one, '独.txt', Buffer.from('只有一个人有')));
    granted(await uploadAs(shop, two, '乙.txt', shared));
    await archiveOf(one);
    const hashOf = async (id: string): Promise<string> =>
      String((await query('select sha256 from user_file where id = $1', [id]))[0]?.['sha256']);
    const isStored = async (sha256: string): Promise<boolean> => (await shop.platform.objects.head(contentKey(sha256))) !== undefined;
    const [sharedHash, ownHash] = [await hashOf(sharedFile.id), await hashOf(own.id)];
    const exported = String((await query("select sha256 from user_file where owner_id = $1 and kind = 'export'", [one.id]))[0]?.['sha256']);
    for (const file of [sharedFile, own]) await shop.call('/api/file/userFile/delete', { as: one, body: { fileId: file.id } });
    shop.platform.advanceClock?.(FILE_LIMITS.dataExportLifetimeMs - 60_000);
    await sweep();
    expect([await isStored(sharedHash), await isStored(ownHash), await isStored(exported)]).toEqual([true, false, true]);
    shop.platform.advanceClock?.(120_000);
    await sweep();
    expect(await query('select 1 from user_file where owner_id = $1', [one.id])).toEqual([]);
    expect(await readExport(createExportDependencies(shop.platform, personalDataHolders(shop.platform)), one.id)).toMatchObject({
      export: { state: 'ready', fileId: null },
    });
    expect(await isStored(exported)).toBe(true);
    shop.platform.advanceClock?.(DAY_MS + 1);
    await sweep();
    expect([await isStored(sharedHash), await isStored(exported)]).toEqual([true, false]);
    // The object of the erased file was deleted from the store, so uploading the same bytes again stores a new object.
    const again = granted(await uploadAs(shop, await signInAgain(one), '独.txt', Buffer.from('只有一个人有')));
    expect(await isStored(await hashOf(again.id))).toBe(true);
  });
});

describe('closing an account', () => {
  const close = (user: TestUser, code: string) => shop.call<{ closesAt: number }>('/api/user/cancel', { as: user, body: { code } });
  const infoOf = async (user: TestUser): Promise<UserInfo> => granted(await shop.call<UserInfo>('/api/user/userInfo/get', { as: user }));

  test('requires an SMS code, ends every session, and can be withdrawn for a week', async () => {
    const user = await shop.user('13955550021');
    expect(await close(user, '000000')).toMatchObject({ code: 'account.smsCodeWrong' });
    const closing = await close(user, await codeFor(user.tel));
    expect(closing).toMatchObject({ code: 'success', message: expect.stringContaining('注销') });
    expect(Math.abs(granted(closing).closesAt - shop.platform.clock.now() - LIMITS.closingMs)).toBeLessThan(DAY_MS / 2);
    expect((await shop.call('/api/user/userInfo/get', { as: user })).code).toBe('requestLogin');
    const back = await signInAgain(user);
    expect((await infoOf(back)).closesAt).toBe(granted(closing).closesAt);
    shop.platform.advanceClock?.(DAY_MS);
    const asked = await close(back, await codeFor(user.tel));
    expect(granted(asked).closesAt).toBe(granted(closing).closesAt);
    const again = await signInAgain(user);
    expect(await shop.call('/api/user/cancel/withdraw', { as: again, body: {} })).toMatchObject({
      message: '已撤销注销，账号恢复正常',
      payload: { closesAt: null },
    });
    shop.platform.advanceClock?.(LIMITS.closingMs);
    await sweep();
    expect(await infoOf(await signInAgain(user))).toMatchObject({ closesAt: null, tel: '139****0021' });
  });

  test('erases all data of the user on the due day, and no data of other users', async () => {
    const [leaving, staying] = [await aUserWithRows(3), await aUserWithRows(4)];
    await archiveOf(leaving);
    const closing = granted(await close(leaving, await codeFor(leaving.tel)));
    const link = await signInAgain(leaving);
    const rowsOf = async (id: string): Promise<string[]> =>
      [...(await everyRow())].flatMap(([table, rows]) => rows.filter((row) => row.includes(id)).map((row) => `${table} ${row}`));
    const before = await rowsOf(staying.id);
    shop.platform.advanceClock?.(closing.closesAt - shop.platform.clock.now() - 60_000);
    await sweep();
    expect((await infoOf(link)).closesAt).toBe(closing.closesAt);
    shop.platform.advanceClock?.(61_000);
    await sweep();

    expect((await shop.call('/api/user/userInfo/get', { as: link })).code).toBe('requestLogin');
    const rows = await everyRow();
    const textOf = (tables: (name: string) => boolean): string => [...rows].flatMap(([name, own]) => (tables(name) ? own : [])).join('\n');
    // The import of a book, the names of its contributors and the use of a code remain, without a reference to the user. An order is a
    // business record and remains without a name. The use of a license remains, under a random id.
    for (const table of Object.keys(PLANTS).filter(
      (name) => !['import_job', 'activation_code', 'purchase_order', 'royalty_rate', 'book_contributor', 'license_use'].includes(name),
    ))
      expect(
        textOf(() => true),
        table,
      ).not.toContain(foundBy(table, 3));
    for (const secret of [leaving.tel, markOf(BY_UPLOAD, 3)]) expect(textOf(() => true)).not.toContain(secret);
    const nameless = [
      'user_account',
      'entitlement',
      'purchase_order',
      'invoice_request',
      'audit_event',
      'royalty_rate',
      'royalty_statement',
    ];
    expect(textOf((name) => !nameless.includes(name))).not.toContain(leaving.id);
    expect(
      await query('select tel, nickname, avatar, password_hash, status, closes_at from user_account where id = $1', [leaving.id]),
    ).toEqual([{ tel: null, nickname: '已注销用户', avatar: '', password_hash: null, status: 'closed', closes_at: null }]);
    expect(await query('select book_id, source, note from entitlement where user_id = $1', [leaving.id])).toEqual([
      { book_id: bookId, source: 'gift', note: '' },
    ]);
    expect(await query('select status, bound_user_id from activation_code where last4 = $1', [last4Of(3)])).toEqual([
      { status: 'bound', bound_user_id: null },
    ]);
    expect(await rowsOf(staying.id)).toEqual(before);
    const bytes = createHash('sha256')
      .update(`内容 ${markOf('bytes', 3)}`)
      .digest('hex');
    shop.platform.advanceClock?.(DAY_MS + 1);
    await sweep();
    expect(await shop.platform.objects.head(contentKey(bytes))).toBeUndefined();
    expect((await shop.user(leaving.tel)).id).not.toBe(leaving.id);
  });

  test('erases data that a late call has written, and the failure of one account does not stop the others', async () => {
    const [late, stuck] = [await shop.user('13955550031'), await shop.user('13955550032')];
    for (const user of [late, stuck]) granted(await close(user, await codeFor(user.tel)));
    shop.platform.advanceClock?.(LIMITS.closingMs + 1);
    await query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`);
    await query(`create trigger stuck before update on user_account for each row when (old.id = '${stuck.id}') execute function refuse()`);
    await sweep();
    await query('drop trigger stuck on user_account');
    await query('drop function refuse');
    const stateOf = async (user: TestUser) => (await query('select status from user_account where id = $1', [user.id]))[0]?.['status'];
    expect([await stateOf(late), await stateOf(stuck)]).toEqual(['closed', 'closing']);
    await query(`insert into sync_head values ($1, 1)`, [late.id]);
    shop.platform.advanceClock?.(120_000);
    await sweep();
    expect(await query('select 1 from sync_head where user_id = $1', [late.id])).toEqual([]);
    expect(await stateOf(stuck)).toBe('closed');
  });
});
