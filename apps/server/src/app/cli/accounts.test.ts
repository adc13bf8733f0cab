/** Tests of `user list`, `show`, `freeze` and `unfreeze` on a database with accounts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { freezeAccount, listAccounts, showAccount, unfreezeAccount } from './accounts.ts';
import { type PlatformCommand, UsageError, withUsage } from './command.ts';

let shop: TestServer;
let reader: TestUser;
beforeAll(async () => {
  shop = await openTestServer();
  await shop.user('13644440001', 'admin');
  reader = await shop.user('13644440002');
}, 120_000);
afterAll(() => shop?.close());

const run = async (command: PlatformCommand, ...args: string[]) => {
  const printed: string[] = [];
  const { data } = await command.prepare(args)(shop.platform, (line) => printed.push(line));
  return { data, printed: printed.join('\n') };
};

test('user list filters by role and pages by cursor; phone numbers are masked', async () => {
  const admins = await run(listAccounts, '--role', 'admin');
  expect(admins.printed).toMatch(/136\*{4}0001 .*正常.*admin/);
  expect(admins.printed).not.toContain(reader.id);
  const first = await run(listAccounts, '--limit', '1');
  const cursor = /--cursor (\S+)/.exec(first.printed)?.[1] ?? '';
  const second = await run(listAccounts, '--limit', '1', '--cursor', cursor);
  const ids = [first, second].flatMap(({ data }) => (data as { items: { userId: string }[] }).items.map(({ userId }) => userId));
  expect(new Set(ids).size).toBe(2);
  expect(first.printed + second.printed).not.toContain('13644440002');
  expect((await run(listAccounts, '--q', '没有这个人')).printed).toBe('没有符合条件的账号');
});

test('user freeze ends the sessions, is shown by user show, audited with its reason, and undone by unfreeze', async () => {
  expect((await shop.call('/api/my/getRole', { as: reader })).code).toBe('success');
  expect((await run(freezeAccount, '--tel', '13644440002', '--reason', '账号被盗')).printed).toContain('已冻结');
  expect((await shop.call('/api/my/getRole', { as: reader })).code).toBe('requestLogin');
  expect((await run(showAccount, '--tel', '13644440002')).printed).toContain('状态：已冻结');
  expect((await run(listAccounts, '--status', 'frozen')).printed).toContain(reader.id);
  await run(unfreezeAccount, '--tel', '13644440002', '--reason', '已核实');
  expect((await run(showAccount, '--tel', '13644440002')).printed).toContain('状态：正常');
  const { rows } = await shop.platform.db.pool.query(
    "select action, reason, operator_id as operator from audit_event where target_id = $1 and action <> 'user.create' order by at, id",
    [reader.id],
  );
  expect(rows).toEqual([
    { action: 'user.freeze', reason: '账号被盗', operator: null },
    { action: 'user.unfreeze', reason: '已核实', operator: null },
  ]);
});

test.each([
  [freezeAccount, ['--tel', '13644440002']],
  [freezeAccount, ['--tel', '1', '--reason', 'x']],
  [showAccount, []],
  [listAccounts, ['--status', 'asleep']],
  [listAccounts, ['--role', 'king']],
  [listAccounts, ['--limit', '0']],
  [listAccounts, ['--limit', '101']],
])('%o rejects %j before anything is opened', (command, args) => {
  expect(() => withUsage(command, () => command.prepare(args))).toThrow(UsageError);
});

test('an account that does not exist is reported as missing', async () => {
  await expect(run(showAccount, '--tel', '13644449999')).rejects.toThrow('没有这个手机号的账号');
});
