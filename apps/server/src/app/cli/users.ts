/** Commands on users: create an account, change its roles and password, grant a book to a user, revoke the grant. */
import { parseArgs } from 'node:util';
import { CodedError, entityId, phone, type Role, role } from '@shufang/contract';
import { createUser, findUserNameByTel } from '../../features/account/create-users.ts';
import { setPassword } from '../../features/account/set-password.ts';
import { recordAuditEvent } from '../../features/audit/audit-events.ts';
import { setRoles } from '../../features/authorization/change-roles.ts';
import { findBook } from '../../features/catalog/find-books.ts';
import { grantBook, revokeGrant } from '../../features/entitlement/grant-book.ts';
import { assembleAccount } from '../assemble-account.ts';
import type { Platform } from '../open-platform.ts';
import { type PlatformCommand, type PreparedCommand, UsageError } from './command.ts';
import { assertPasswordSource, PASSWORD_OPTIONS, readPassword } from './read-password.ts';

export const readTel = (value: string | undefined): string => {
  const parsed = phone.safeParse(value);
  if (!parsed.success) throw new UsageError('--tel 须为中国大陆手机号');
  return parsed.data;
};

const DAY_MS = 86_400_000;

export const createUserCommand: PlatformCommand = {
  name: ['user', 'create'],
  usage: 'user create --tel 手机号 [--password-stdin] [--role 角色] [--nickname 昵称]',
  summary:
    '创建账号；密码在终端里询问，或用 --password-stdin 从标准输入读取（--password 密码 会留在命令历史里）；角色：reader teacher author expert editor finance orgAdmin admin',
  prepare(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        tel: { type: 'string' },
        ...PASSWORD_OPTIONS,
        role: { type: 'string', default: 'reader' },
        nickname: { type: 'string' },
      },
    });
    const tel = readTel(values.tel);
    const { nickname } = values;
    assertPasswordSource(values);
    const parsedRole = role.safeParse(values.role);
    if (!parsedRole.success) throw new UsageError(`没有这个角色：${values.role}`);
    return async (platform, say) => {
      const password = await readPassword(values);
      const wanted = { tel, password, role: parsedRole.data, ...(nickname === undefined ? {} : { nickname }) };
      const user = await createUser(assembleAccount(platform), wanted, 'commandLine');
      say(`已创建账号 ${user.nickname}（${user.role}），编号 ${user.id}`);
      return { ok: true, data: user };
    };
  },
};

export const findUser = async (platform: Platform, tel: string): Promise<{ id: string; nickname: string }> => {
  const user = await findUserNameByTel(platform.db.orm, tel);
  if (user === undefined) throw new UsageError('没有这个手机号的账号');
  return user;
};

const readRoles = (values: readonly string[]): Role[] =>
  values.map((value) => {
    const parsed = role.safeParse(value);
    if (!parsed.success) throw new UsageError(`没有这个角色：${value}`);
    return parsed.data;
  });

export const changeRoles: PlatformCommand = {
  name: ['user', 'role'],
  usage: 'user role --tel 手机号 [--add 角色]… [--remove 角色]…',
  summary: '增减角色，立即生效；已打开的网页随即更新菜单',
  prepare(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        tel: { type: 'string' },
        add: { type: 'string', multiple: true, default: [] },
        remove: { type: 'string', multiple: true, default: [] },
      },
    });
    const tel = readTel(values.tel);
    const change = { add: readRoles(values.add), remove: readRoles(values.remove) };
    if (change.add.length + change.remove.length === 0) throw new UsageError('请用 --add 或 --remove 写明角色');
    return async (platform, say) => {
      const user = await findUser(platform, tel);
      const roles = await setRoles(platform, user.id, change, 'commandLine');
      say(`${user.nickname} 现在的角色：${roles.join(' ')}`);
      return { ok: true, data: { userId: user.id, roles } };
    };
  },
};

export const changePassword: PlatformCommand = {
  name: ['user', 'password'],
  usage: 'user password --tel 手机号 [--password-stdin]',
  summary: '设置新密码（在终端里询问，或从标准输入读取），并让这个人在所有设备上退出登录',
  prepare(args) {
    const { values } = parseArgs({ args: [...args], options: { tel: { type: 'string' }, ...PASSWORD_OPTIONS } });
    const tel = readTel(values.tel);
    assertPasswordSource(values);
    return async (platform, say) => {
      const user = await findUser(platform, tel);
      const password = await readPassword(values);
      await setPassword(assembleAccount(platform), { id: user.id, tel }, password, 'commandLine');
      say(`已为 ${user.nickname} 设置新密码，所有设备须重新登录`);
      return { ok: true, data: { userId: user.id } };
    };
  },
};

const prepareGrant = (args: readonly string[], revoke: boolean): PreparedCommand => {
  const { values } = parseArgs({
    args: [...args],
    options: { tel: { type: 'string' }, book: { type: 'string' }, days: { type: 'string' }, note: { type: 'string' } },
  });
  const tel = readTel(values.tel);
  const bookId = entityId.safeParse(values.book);
  if (!bookId.success) throw new UsageError('--book 须为图书编号（26 位）');
  const days = values.days === undefined ? undefined : Number(values.days);
  if (days !== undefined && !(Number.isInteger(days) && days > 0)) throw new UsageError('--days 须为正整数');
  return async (platform, say) => {
    const db = platform.db.orm;
    const [user, book] = await Promise.all([findUserNameByTel(db, tel), findBook(db, bookId.data)]);
    if (user === undefined) throw new UsageError('没有这个手机号的账号');
    if (book === undefined) throw new CodedError('catalog.bookNotFound');
    const grant = {
      userId: user.id,
      bookId: book.id,
      grantedBy: 'cli',
      ...(days === undefined ? {} : { endsAt: platform.clock.now() + days * DAY_MS }),
      ...(values.note === undefined ? {} : { note: values.note }),
    };
    await platform.db.transaction(async (tx) => {
      await (revoke ? revokeGrant : grantBook)(tx, platform.clock, grant);
      const after = { bookId: book.id, title: book.title, ...(revoke || days === undefined ? {} : { days }) };
      const event = { action: revoke ? 'user.revokeBook' : 'user.grantBook', target: { kind: 'user', id: user.id } } as const;
      await recordAuditEvent(
        tx,
        'commandLine',
        { ...event, after, ...(values.note === undefined ? {} : { reason: values.note }) },
        platform.clock.now(),
      );
    });
    say(revoke ? `已收回《${book.title}》` : `已将《${book.title}》赠予该读者${days === undefined ? '' : `，为期 ${days} 天`}`);
    return { ok: true, data: { userId: user.id, bookId: book.id, granted: !revoke } };
  };
};

export const grantBookToUser: PlatformCommand = {
  name: ['user', 'grant'],
  usage: 'user grant --tel 手机号 --book 图书编号 [--days 天数] [--note 备注]',
  summary: '把一本书赠予读者；不写天数即长期有效',
  prepare: (args) => prepareGrant(args, false),
};

export const revokeBookFromUser: PlatformCommand = {
  name: ['user', 'revoke'],
  usage: 'user revoke --tel 手机号 --book 图书编号',
  summary: '收回赠予的书；笔记与进度保留',
  prepare: (args) => prepareGrant(args, true),
};
