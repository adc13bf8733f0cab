/** Commands about people: make an account, give a person a book, take the gift back. */
import { parseArgs } from 'node:util';
import { CodedError, entityId, phone, role } from '@shufang/contract';
import { createUser, findPersonByTel } from '../../features/account/people.ts';
import { findBook } from '../../features/catalog/find-books.ts';
import { grantBook, revokeGrant } from '../../features/commerce/grant-book.ts';
import { assembleAccount } from '../build-server.ts';
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
      const person = await createUser(assembleAccount(platform), {
        tel,
        password,
        role: parsedRole.data,
        ...(nickname === undefined ? {} : { nickname }),
      });
      say(`已创建账号 ${person.nickname}（${person.role}），编号 ${person.id}`);
      return { ok: true, data: person };
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
    await (revoke ? revokeGrant : grantBook)(db, platform.clock, grant);
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
