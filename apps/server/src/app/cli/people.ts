/** Commands about people: make an account, change its roles and password, give a person a book, take the gift back. */
import { parseArgs } from 'node:util';
import { CodedError, entityId, phone, type Role, role } from '@shufang/contract';
import { createUser, findPersonByTel } from '../../features/account/people.ts';
import { setRoles } from '../../features/account/roles.ts';
import { setPassword } from '../../features/account/set-password.ts';
import { findBook } from '../../features/catalog/find-books.ts';
import { grantBook, revokeGrant } from '../../features/commerce/grant-book.ts';
import { recordAct } from '../../platform/audit.ts';
import { assembleAccount } from '../build-server.ts';
import type { Platform } from '../open-platform.ts';
import { type PlatformCommand, type PreparedCommand, UsageError } from './command.ts';

const readTel = (value: string | undefined): string => {
  const parsed = phone.safeParse(value);
  if (!parsed.success) throw new UsageError('--tel 须为中国大陆手机号');
  return parsed.data;
};

const DAY_MS = 86_400_000;

export const createPerson: PlatformCommand = {
  words: ['user', 'create'],
  usage: 'user create --tel 手机号 --password 密码 [--role 角色] [--nickname 昵称]',
  summary: '创建账号；角色：reader teacher author expert editor finance orgAdmin admin',
  prepare(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        tel: { type: 'string' },
        password: { type: 'string' },
        role: { type: 'string', default: 'reader' },
        nickname: { type: 'string' },
      },
    });
    const tel = readTel(values.tel);
    const { password, nickname } = values;
    if (password === undefined) throw new UsageError('缺少 --password');
    const parsedRole = role.safeParse(values.role);
    if (!parsedRole.success) throw new UsageError(`没有这个角色：${values.role}`);
    return async (platform, say) => {
      const wanted = { tel, password, role: parsedRole.data, ...(nickname === undefined ? {} : { nickname }) };
      const person = await createUser(assembleAccount(platform), wanted, 'commandLine');

      say(`已创建账号 ${person.nickname}（${person.role}），编号 ${person.id}`);
      return { ok: true, data: person };
    };
  },
};

const findPerson = async (platform: Platform, tel: string): Promise<{ id: string; nickname: string }> => {
  const person = await findPersonByTel(platform.db.orm, tel);
  if (person === undefined) throw new UsageError('没有这个手机号的账号');
  return person;
};

const readRoles = (values: readonly string[]): Role[] =>
  values.map((value) => {
    const parsed = role.safeParse(value);
    if (!parsed.success) throw new UsageError(`没有这个角色：${value}`);
    return parsed.data;
  });

export const changeRoles: PlatformCommand = {
  words: ['user', 'role'],
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
      const person = await findPerson(platform, tel);
      const roles = await setRoles(platform, person.id, change, 'commandLine');
      say(`${person.nickname} 现在的角色：${roles.join(' ')}`);
      return { ok: true, data: { userId: person.id, roles } };
    };
  },
};

export const changePassword: PlatformCommand = {
  words: ['user', 'password'],
  usage: 'user password --tel 手机号 --password 新密码',
  summary: '设置新密码，并让这个人在所有设备上退出登录',
  prepare(args) {
    const { values } = parseArgs({ args: [...args], options: { tel: { type: 'string' }, password: { type: 'string' } } });
    const tel = readTel(values.tel);
    const { password } = values;
    if (password === undefined) throw new UsageError('缺少 --password');
    return async (platform, say) => {
      const person = await findPerson(platform, tel);
      await setPassword(assembleAccount(platform), { id: person.id, tel }, password, 'commandLine');
      say(`已为 ${person.nickname} 设置新密码，所有设备须重新登录`);
      return { ok: true, data: { userId: person.id } };
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
    const [person, book] = await Promise.all([findPersonByTel(db, tel), findBook(db, bookId.data)]);
    if (person === undefined) throw new UsageError('没有这个手机号的账号');
    if (book === undefined) throw new CodedError('catalog.bookNotFound');
    const grant = {
      userId: person.id,
      bookId: book.id,
      grantedBy: 'cli',
      ...(days === undefined ? {} : { endsAt: platform.clock.now() + days * DAY_MS }),
      ...(values.note === undefined ? {} : { note: values.note }),
    };
    await platform.db.transaction(async (tx) => {
      await (revoke ? revokeGrant : grantBook)(tx, platform.clock, grant);
      const after = { bookId: book.id, title: book.title, ...(revoke || days === undefined ? {} : { days }) };
      const act = { act: revoke ? 'user.revokeBook' : 'user.grantBook', target: { kind: 'user', id: person.id } } as const;
      await recordAct(
        tx,
        'commandLine',
        { ...act, after, ...(values.note === undefined ? {} : { reason: values.note }) },
        platform.clock.now(),
      );
    });
    say(revoke ? `已收回《${book.title}》` : `已将《${book.title}》赠予该读者${days === undefined ? '' : `，为期 ${days} 天`}`);
    return { ok: true, data: { userId: person.id, bookId: book.id, granted: !revoke } };
  };
};

export const grantBookToPerson: PlatformCommand = {
  words: ['user', 'grant'],
  usage: 'user grant --tel 手机号 --book 图书编号 [--days 天数] [--note 备注]',
  summary: '把一本书赠予读者；不写天数即长期有效',
  prepare: (args) => prepareGrant(args, false),
};

export const revokeBookFromPerson: PlatformCommand = {
  words: ['user', 'revoke'],
  usage: 'user revoke --tel 手机号 --book 图书编号',
  summary: '收回赠予的书；笔记与进度保留',
  prepare: (args) => prepareGrant(args, true),
};
