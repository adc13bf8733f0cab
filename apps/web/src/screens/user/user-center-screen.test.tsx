import 'fake-indexeddb/auto';
import {
  changePhone,
  closeAccount,
  exportMyData,
  getAuthRole,
  getCaptcha,
  getDataExport,
  getDeskWork,
  getMyReading,
  getMyTodo,
  getRole,
  getSignInOptions,
  getUserInfo,
  keepAccount,
  listAuthRoles,
  listDevices,
  listMyNotices,
  type OutputOf,
  revokeDevice,
  sendCodeToMe,
  sendSmsCode,
  setUserInfo,
  type UserInfo,
  unbindWechat,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropRoles } from '../../features/account/queries.ts';
import { createQueryClient } from '../../platform/api/query-client.ts';
import { endSession, findSessionToken, useSession } from '../../platform/session/session.ts';
import { answerCalls, refuse, succeed } from '../../testing/answer-calls.ts';
import { accessibilityFaults, renderInApp } from '../../testing/render-in-app.tsx';
import { signInHere } from '../../testing/sign-in-here.ts';
import { Component } from './user-center-screen.tsx';

const NOW = Date.UTC(2026, 10, 21);
const HOUR_MS = 3_600_000;

const aPerson = (part: Partial<UserInfo> = {}): UserInfo => ({
  id: 'u1',
  nickname: '杜甫',
  avatar: '',
  tel: '138****0001',
  hasPassword: true,
  wechatBound: false,
  createdAt: Date.UTC(2026, 0, 2),
  consentVersion: 1,
  closesAt: null,
  ...part,
});
const web = { deviceType: 'web', name: 'Chrome · Windows', signedInAt: NOW - HOUR_MS, lastSeenAt: NOW, isThis: true } as const;
const pc = { deviceType: 'pc', name: '', signedInAt: NOW - 9 * HOUR_MS, lastSeenAt: Date.now() - 3 * HOUR_MS, isThis: false } as const;

const todo: OutputOf<typeof getMyTodo> = {
  counts: { books: 3, notes: 120, ordersToPay: 0, ticketsOpen: 0, ticketsAnswered: 0 },
  institutions: [],
  applications: [],
};
const weekOf = (seconds: number) => Array.from({ length: 7 }, (_, index) => ({ day: `2026-11-${16 + index}`, seconds }));
const options = { slider: { provider: 'local' as const }, wechat: true, termsVersion: 1 };
const start = (user: UserInfo, ...more: Parameters<typeof answerCalls>) => {
  const known = answerCalls(
    succeed(getUserInfo, user),
    succeed(getRole, { role: 'reader' }),
    succeed(getAuthRole, { role: 'reader' }),
    succeed(listAuthRoles, { roles: [{ role: 'reader', scope: '' }], permissions: [] }),
    succeed(listDevices, { devices: [web, pc] }),
    succeed(getDataExport, { export: null }),
    succeed(getMyTodo, todo),
    succeed(listMyNotices, { items: [], unread: 0 }),
    succeed(getMyReading, { week: weekOf(0), streakDays: 0, totalSeconds: 0, yearAgo: [] }),
    succeed(getSignInOptions, options),
    succeed(getCaptcha, { img: 'data:image/png;base64,AA==', key: 'k' }),
    ...more,
  );
  renderInApp(
    <Suspense fallback="…">
      <Component />
    </Suspense>,
    '/user',
  );
  return known;
};
const fieldsOf = ({ asked }: ReturnType<typeof answerCalls>, operation: { path: string }) =>
  asked.filter(({ name }) => name === operation.path).map(({ fields }) => fields);

beforeEach(() => signInHere({ name: '杜甫', avatar: '/old.webp' }));
afterEach(async () => {
  await dropRoles(createQueryClient());
  endSession();
  vi.unstubAllGlobals();
});

describe('the person\u2019s own page', () => {
  it('shows who they are, how and where they are signed in, and is accessible', async () => {
    start(aPerson());
    expect(await screen.findByRole('heading', { name: '杜甫' })).toBeVisible();
    expect(screen.getByText('138****0001')).toBeVisible();
    const devices = screen.getByRole('region', { name: '已登录的设备' });
    expect(await within(devices).findByText('Chrome · Windows')).toBeVisible();
    expect(within(devices).getByText('最近使用：3 小时前')).toBeVisible();
    expect(within(devices).getAllByRole('button')).toHaveLength(1);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('changes the nickname in place, and refuses an empty one at the field', async () => {
    const server = start(aPerson(), succeed(setUserInfo, aPerson({ nickname: '子美' })));
    await userEvent.click(await screen.findByRole('button', { name: '修改昵称' }));
    const field = screen.getByRole('textbox', { name: '昵称' });
    await userEvent.clear(field);
    await userEvent.keyboard(' {Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('1 至 30 个字');
    await userEvent.type(field, '子美{Enter}');
    expect(await screen.findByRole('heading', { name: '子美' })).toBeVisible();
    expect(fieldsOf(server, setUserInfo)).toEqual([{ nickname: '子美' }]);
  });

  it('goes back to the default person everywhere', async () => {
    start(aPerson({ avatar: '/old.webp' }), succeed(setUserInfo, aPerson()));
    expect(useSession.getState().avatar).toBe('/old.webp');
    await userEvent.click(await screen.findByRole('button', { name: '更换头像' }));
    await userEvent.click(screen.getByText('恢复默认头像'));
    await waitFor(() => expect(useSession.getState().avatar).toBeUndefined());
  });

  it('signs another device out', async () => {
    const server = start(aPerson(), succeed(revokeDevice, { devices: [web] }));
    await userEvent.click(await screen.findByRole('button', { name: '让“未知设备”退出登录' }));
    await waitFor(() => expect(screen.queryByText('未知设备')).toBeNull());
    expect(fieldsOf(server, revokeDevice)).toEqual([{ deviceType: 'pc', signedInAt: pc.signedInAt }]);
  });

  it('says when the devices cannot be read, and tries again', async () => {
    const server = start(aPerson(), refuse(listDevices, 'unavailable', '服务暂时不可用，请稍后再试'));
    await userEvent.click(await screen.findByRole('button', { name: '重试' }));
    await waitFor(() => expect(fieldsOf(server, listDevices).length).toBeGreaterThan(1));
  });

  it('packs a copy of the data and shows how far it is', async () => {
    const copy = { id: 'e1', createdAt: NOW, sizeBytes: null, fileId: null, expiresAt: null };
    const running = { ...copy, state: 'running' as const, progress: 0.4 };
    start(aPerson(), succeed(exportMyData, running));
    await userEvent.click(await screen.findByRole('button', { name: '开始导出' }));
    expect(await screen.findByText('正在打包 40%')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: '数据导出进度' })).toBeVisible();
  });

  it('offers a finished copy for download', async () => {
    const ready = { id: 'e1', createdAt: NOW, sizeBytes: 2_097_152, fileId: 'f1', expiresAt: NOW, state: 'ready' as const, progress: 1 };
    start(aPerson(), succeed(getDataExport, { export: ready }));
    expect(await screen.findByText(/^已打包，2 MB/)).toBeVisible();
    expect(screen.getByRole('button', { name: '下载' })).toBeEnabled();
  });

  it('unties WeChat after asking', async () => {
    start(aPerson({ wechatBound: true }), succeed(unbindWechat, aPerson()));
    await userEvent.click(await screen.findByRole('button', { name: '解除绑定' }));
    await userEvent.click(screen.getAllByText('解除绑定').at(-1) as HTMLElement);
    expect(await screen.findByText('未绑定')).toBeVisible();
  });
});

describe('what one has and what waits', () => {
  it('is counted, each a way to it; nothing is said of what does not wait', async () => {
    start(aPerson());
    expect(await screen.findByRole('link', { name: '用书码开通' })).toHaveAttribute('href', '/redeem?to=%2Fuser');
    expect(await screen.findByRole('link', { name: '3图书' })).toHaveAttribute('href', '/user/myBooks');
    expect(screen.getByRole('link', { name: '120笔记' })).toHaveAttribute('href', '/user/myNotes');
    expect(screen.getByRole('link', { name: '0待支付订单' })).toHaveAttribute('href', '/user/myOrders?tab=created');
    expect(screen.queryByRole('region', { name: '待办' })).toBeNull();
    expect(screen.queryByRole('region', { name: '等待处理' })).toBeNull();
    expect(screen.getByText('现在没有机构向您提供图书。')).toBeVisible();
  });

  it('names what waits, the institution one is in, and every role with the parts it was given for, by name', async () => {
    start(
      aPerson(),
      succeed(getMyTodo, {
        counts: { ...todo.counts, ordersToPay: 2, ticketsAnswered: 1 },
        institutions: [{ name: '甲大学', via: 'ip', scope: 'all', endsAt: NOW }],
        applications: [{ kind: 'teacher', state: 'rejected' }],
      }),
      succeed(listAuthRoles, {
        roles: [
          { role: 'teacher', scope: '' },
          { role: 'author', scope: 'book:a', scopeName: '《论语选读》' },
          { role: 'author', scope: 'book:b', scopeName: '《诗经选读》' },
          { role: 'author', scope: 'book:c', scopeName: '《楚辞选读》' },
          { role: 'editor', scope: 'publisher:甲出版社' },
          { role: 'orgAdmin', scope: 'institution:gone' },
        ],
        permissions: [],
      }),
    );
    const waiting = within(await screen.findByRole('region', { name: '待办' }));
    expect(waiting.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/user/myOrders?tab=created',
      '/helper/contact#mine',
      '/user/teacher',
    ]);
    expect(screen.getByText('甲大学')).toBeVisible();
    expect(
      await screen.findByText('教师 · 作者（《论语选读》、《诗经选读》等 3 处） · 编辑（甲出版社） · 机构管理员（范围已不存在）'),
    ).toBeVisible();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('tells those who run the library what waits at the desk, and others nothing of it', async () => {
    start(
      aPerson(),
      succeed(listAuthRoles, { roles: [{ role: 'editor', scope: '' }], permissions: ['importBook'] }),
      succeed(getDeskWork, { work: { tickets: 3 } }),
    );
    const work = within(await screen.findByRole('region', { name: '等待处理' }));
    expect(await work.findByRole('link', { name: '读者问题：3' })).toHaveAttribute('href', '/admin/tickets');
  });

  it('shows the minutes of the week and the days in a row', async () => {
    start(aPerson(), succeed(getMyReading, { week: weekOf(600), streakDays: 4, totalSeconds: 9_000, yearAgo: [] }));
    const week = within(await screen.findByRole('region', { name: '本周阅读' }));
    expect(await week.findByText('70')).toBeVisible();
    expect(week.getByText('已连续阅读 4 天')).toBeVisible();
    expect(week.getAllByRole('listitem')).toHaveLength(7);
  });

  it('says when the counts and the figures cannot be read', async () => {
    start(
      aPerson(),
      refuse(getMyTodo, 'unavailable', '服务暂时不可用，请稍后再试'),
      refuse(getMyReading, 'unavailable', '服务暂时不可用，请稍后再试'),
    );
    expect(await screen.findByText('阅读时长没有加载出来。')).toBeVisible();
    expect(await screen.findByText('图书、笔记与待办的数量没有加载出来。')).toBeVisible();
  });
});

describe('leaving', () => {
  it('asks for a code, signs out and says until when one may come back', async () => {
    const server = start(aPerson(), succeed(sendCodeToMe, { resendAt: Date.now() + 60_000 }), succeed(closeAccount, { closesAt: NOW }));
    await userEvent.click(await screen.findByRole('button', { name: '申请注销' }));
    await userEvent.type(screen.getByLabelText('图形验证码'), 'ab12');
    await userEvent.click(screen.getByText('获取验证码'));
    expect(await screen.findByText(/验证码已发送至 138\*\*\*\*0001/)).toBeVisible();
    await userEvent.type(screen.getByLabelText('短信验证码'), '123456');
    await userEvent.click(screen.getByText('我已了解，申请注销'));
    await waitFor(() => expect(findSessionToken()).toBeUndefined());
    expect(fieldsOf(server, sendCodeToMe)).toEqual([{ captchaTxt: 'ab12', captchaKey: 'k' }]);
    expect(fieldsOf(server, closeAccount)).toEqual([{ code: '123456' }]);
  });

  it('can be taken back', async () => {
    start(aPerson({ closesAt: NOW }), succeed(keepAccount, aPerson()));
    await userEvent.click(await screen.findByRole('button', { name: '撤销注销' }));
    expect(await screen.findByRole('button', { name: '申请注销' })).toBeVisible();
  });
});

describe('another number', () => {
  it('is taken when both numbers are proven', async () => {
    const resendAt = Date.now() + 60_000;
    const server = start(
      aPerson(),
      succeed(sendCodeToMe, { resendAt }),
      succeed(sendSmsCode, { resendAt }),
      succeed(changePhone, aPerson({ tel: '139****0009' })),
    );
    await userEvent.click(await screen.findByRole('button', { name: '更换手机号' }));
    await userEvent.type(screen.getByLabelText('图形验证码'), 'ab12');
    await userEvent.click(screen.getAllByText('获取验证码')[0] as HTMLElement);
    await waitFor(() => expect(fieldsOf(server, sendCodeToMe)).toHaveLength(1));
    await userEvent.type(screen.getByLabelText('原手机号验证码'), '111111');
    await userEvent.type(screen.getByLabelText('新手机号'), '13900000009');
    await userEvent.type(screen.getByLabelText('新手机号验证码'), '222222');
    await userEvent.click(screen.getByText('确定'));
    expect(await screen.findByText('139****0009')).toBeVisible();
    expect(fieldsOf(server, changePhone)).toEqual([{ oldCode: '111111', tel: '13900000009', code: '222222' }]);
  });
});
