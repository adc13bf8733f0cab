/** Commands that list and freeze accounts: `user list`, `user show`, `user freeze`, `user unfreeze`. */
import { parseArgs } from 'node:util';
import { type Role, role, type UserRecord } from '@shufang/contract';
import { resetSecondFactor } from '../../features/account/second-factor/reset-second-factor.ts';
import { freezeUserAccount, unfreezeUserAccount } from '../../features/account/user-admin/account-freezing.ts';
import { findUsers } from '../../features/account/user-admin/list-users.ts';
import { getUserRecord } from '../../features/account/user-admin/user-records.ts';
import { assembleAccount } from '../assemble-account.ts';
import type { Platform } from '../open-platform.ts';
import { scopeDirectory } from '../scope-directory.ts';
import { type PlatformCommand, type PreparedCommand, UsageError } from './command.ts';
import { findUser, readTel } from './users.ts';

const STATUSES: Readonly<Record<UserRecord['status'], string>> = {
  active: '正常',
  frozen: '已冻结',
  closing: '注销中',
  closed: '已注销',
};
const LIST_DEFAULT = 50;
const LIST_MAX = 100;

const dependencies = (platform: Platform) => ({ ...assembleAccount(platform), scopes: scopeDirectory(platform.db.orm) });

/** Formats a time as `2026-11-23 21:05`, Shanghai time. */
const formatTime = (ms: number): string =>
  new Date(ms).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' });

const roleNames = ({ roles }: UserRecord): string =>
  roles.map((held) => (held.scope === '' ? held.role : `${held.role}（${held.scopeName ?? held.scope}）`)).join(' ') || '无';

const readRole = (value: string | undefined): Role | undefined => {
  if (value === undefined) return undefined;
  const parsed = role.safeParse(value);
  if (!parsed.success) throw new UsageError(`没有这个角色：${value}`);
  return parsed.data;
};

const readStatus = (value: string | undefined): UserRecord['status'] | undefined => {
  const status = (Object.keys(STATUSES) as UserRecord['status'][]).find((candidate) => candidate === value);
  if (value !== undefined && status === undefined)
    throw new UsageError(`没有这个状态：${value}（可用：${Object.keys(STATUSES).join('、')}）`);
  return status;
};

const readLimit = (value: string | undefined): number => {
  const limit = value === undefined ? LIST_DEFAULT : Number(value);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIST_MAX) throw new UsageError(`--limit 须为 1 至 ${LIST_MAX} 的整数`);
  return limit;
};

/** Lists the newest accounts first, page by page; phone numbers are masked, as in the admin area. */
export const listAccounts: PlatformCommand = {
  name: ['user', 'list'],
  usage: 'user list [--q 昵称、手机号、末四位或编号] [--role 角色] [--status 状态] [--limit 条数] [--cursor 上一页的游标]',
  summary: '列出账号，新的在前；手机号隐去中间四位。状态：active frozen closing closed',
  prepare(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        q: { type: 'string', default: '' },
        role: { type: 'string' },
        status: { type: 'string' },
        limit: { type: 'string' },
        cursor: { type: 'string' },
      },
    });
    const filter = { q: values.q.trim(), role: readRole(values.role), status: readStatus(values.status), cursor: values.cursor };
    const limit = readLimit(values.limit);
    return async (platform, say) => {
      const page = await findUsers(dependencies(platform), { ...filter, limit });
      for (const user of page.items)
        say(`${user.userId}  ${user.tel || '（无手机号）'}  ${STATUSES[user.status]}  ${user.nickname}  ${roleNames(user)}`);
      if (page.items.length === 0) say('没有符合条件的账号');
      if (page.nextCursor !== undefined) say(`还有更多：加 --cursor ${page.nextCursor}`);
      return { ok: true, data: page };
    };
  },
};

export const showAccount: PlatformCommand = {
  name: ['user', 'show'],
  usage: 'user show --tel 手机号',
  summary: '显示一个账号的状态、角色、创建与最近使用的时间',
  prepare(args) {
    const { values } = parseArgs({ args: [...args], options: { tel: { type: 'string' } } });
    const tel = readTel(values.tel);
    return async (platform, say) => {
      const { id } = await findUser(platform, tel);
      const user = await getUserRecord(dependencies(platform), id);
      say(`编号：${user.userId}`);
      say(`昵称：${user.nickname}`);
      say(`手机号：${user.tel}`);
      say(`状态：${STATUSES[user.status]}`);
      say(`角色：${roleNames(user)}`);
      say(`创建：${formatTime(user.createdAt)}`);
      say(`最近使用：${user.lastSeenAt === undefined ? '现在没有登录' : formatTime(user.lastSeenAt)}`);
      return { ok: true, data: user };
    };
  },
};

const prepareStatusChange = (args: readonly string[], change: typeof freezeUserAccount, done: string): PreparedCommand => {
  const { values } = parseArgs({ args: [...args], options: { tel: { type: 'string' }, reason: { type: 'string' } } });
  const tel = readTel(values.tel);
  const reason = values.reason?.trim() ?? '';
  if (reason === '') throw new UsageError('请用 --reason 写明原因，它会记入审计日志');
  return async (platform, say) => {
    const { id } = await findUser(platform, tel);
    const user = await change(dependencies(platform), 'commandLine', { userId: id, reason });
    say(`${user.nickname}：${done}`);
    return { ok: true, data: user };
  };
};

export const freezeAccount: PlatformCommand = {
  name: ['user', 'freeze'],
  usage: 'user freeze --tel 手机号 --reason 原因',
  summary: '冻结账号：立即在所有设备上退出，此后不能登录；笔记与已有的书保留',
  prepare: (args) => prepareStatusChange(args, freezeUserAccount, '已冻结，所有设备已退出登录'),
};

export const resetSecondFactorOf: PlatformCommand = {
  name: ['user', 'reset-second-factor'],
  usage: 'user reset-second-factor --tel 手机号',
  summary: '关闭账号的两步验证并在所有设备上退出，供丢失验证器和恢复码的人重新设置',
  prepare(args) {
    const { values } = parseArgs({ args: [...args], options: { tel: { type: 'string' } } });
    const tel = readTel(values.tel);
    return async (platform, say) => {
      const { id, nickname } = await findUser(platform, tel);
      const wasOn = await resetSecondFactor(assembleAccount(platform), id, 'commandLine');
      say(wasOn ? `${nickname}：两步验证已关闭，所有设备已退出登录` : `${nickname}：没有开启两步验证`);
      return { ok: true, data: { userId: id, wasOn } };
    };
  },
};

export const unfreezeAccount: PlatformCommand = {
  name: ['user', 'unfreeze'],
  usage: 'user unfreeze --tel 手机号 --reason 原因',
  summary: '解除冻结，可以重新登录',
  prepare: (args) => prepareStatusChange(args, unfreezeUserAccount, '已解除冻结'),
};
