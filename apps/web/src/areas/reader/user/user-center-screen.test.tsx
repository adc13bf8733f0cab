import 'fake-indexeddb/auto';
import {
  cancelAccountClosure,
  changePhone,
  closeAccount,
  exportMyData,
  getAdminWork,
  getAuthRole,
  getCaptcha,
  getDataExport,
  getMyReading,
  getMyTodo,
  getReadingHistory,
  getReadingPlan,
  getRole,
  getSignInOptions,
  getTimeRecording,
  getUserInfo,
  listAuthRoles,
  listClasses,
  listDevices,
  listMyNotifications,
  type OutputOf,
  type PersonalPage,
  revokeDevice,
  sendCodeToMe,
  sendSmsCode,
  setTimeRecording,
  setUserInfo,
  type UserInfo,
  unbindProvider,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropRoles } from '../../../features/account/queries.ts';
import { createQueryClient } from '../../../platform/api/query-client.ts';
import { readingTimeText } from '../../../platform/messages/zh-cn/reading-time.ts';
import { endSession, findSessionToken, useSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component } from './user-center-screen.tsx';

const NOW = Date.UTC(2026, 10, 21);
const HOUR_MS = 3_600_000;

const makeUserInfo = (part: Partial<UserInfo> = {}): UserInfo => ({
  id: 'u1',
  nickname: '杜甫',
  avatar: '',
  tel: '138****0001',
  hasPassword: true,
  linkedProviders: [],
  createdAt: Date.UTC(2026, 0, 2),
  consentVersion: 1,
  closesAt: null,
  ...part,
});
const web = {
  sessionId: 'session-of-web',
  deviceType: 'web',
  name: 'Chrome · Windows',
  signedInAt: NOW - HOUR_MS,
  lastSeenAt: NOW,
  isThis: true,
} as const;
const pc = {
  sessionId: 'session-of-pc',
  deviceType: 'pc',
  name: '',
  signedInAt: NOW - 9 * HOUR_MS,
  lastSeenAt: Date.now() - 3 * HOUR_MS,
  isThis: false,
} as const;

const todo: OutputOf<typeof getMyTodo> = {
  counts: { books: 3, notes: 120, ordersToPay: 0, ticketsOpen: 0, ticketsAnswered: 0 },
  institutions: [],
  applications: [],
};
const weekOf = (seconds: number) => Array.from({ length: 7 }, (_, index) => ({ day: `2026-11-${16 + index}`, seconds }));
const options: OutputOf<typeof getSignInOptions> = { slider: { provider: 'local' }, providers: ['wechat'], termsVersion: 1 };
const menuLinks = async (): Promise<(string | null)[]> =>
  within(await screen.findByRole('navigation', { name: '我的' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

const start = (user: UserInfo, ...more: Parameters<typeof stubCalls>) => {
  const known = stubCalls(
    succeed(getUserInfo, user),
    succeed(getRole, { role: 'reader' }),
    succeed(getAuthRole, { role: 'reader' }),
    succeed(listAuthRoles, { roles: [{ role: 'reader', scope: '' }], permissions: [] }),
    succeed(listDevices, { devices: [web, pc] }),
    succeed(getDataExport, { export: null }),
    succeed(getTimeRecording, { isOn: true }),
    succeed(getMyTodo, todo),
    succeed(listClasses, { taught: [], joined: [], mayCreate: false, institutions: [] }),
    succeed(listMyNotifications, { items: [], unread: 0 }),
    succeed(getMyReading, { week: weekOf(0), streakDays: 0, totalSeconds: 0, yearAgo: [] }),
    succeed(getReadingHistory, { isRecorded: true, isSimulated: false, year: 2026, years: [2026], days: [], books: [] }),
    succeed(getReadingPlan, { goal: null, hasNotices: true, todaySeconds: 0, weekDays: 0 }),
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
const fieldsOf = ({ asked }: ReturnType<typeof stubCalls>, operation: { path: string }) =>
  asked.filter(({ name }) => name === operation.path).map(({ fields }) => fields);

beforeEach(() => signInHere({ name: '杜甫', avatar: '/old.webp' }));
afterEach(async () => {
  await dropRoles(createQueryClient());
  endSession();
  vi.unstubAllGlobals();
});

describe('the account page', () => {
  it('shows the profile, the sign-in methods and the devices, and is accessible', async () => {
    start(makeUserInfo());
    expect(await screen.findByRole('heading', { name: '杜甫' })).toBeVisible();
    expect(screen.getByText('138****0001')).toBeVisible();
    const devices = screen.getByRole('region', { name: '已登录的设备' });
    expect(await within(devices).findByText('Chrome · Windows')).toBeVisible();
    expect(within(devices).getByText('最近使用：3 小时前')).toBeVisible();
    expect(within(devices).getAllByRole('button')).toHaveLength(1);
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('changes the nickname inline, and rejects an empty one at the field', async () => {
    const server = start(makeUserInfo(), succeed(setUserInfo, makeUserInfo({ nickname: '子美' })));
    await userEvent.click(await screen.findByRole('button', { name: '修改昵称' }));
    const field = screen.getByRole('textbox', { name: '昵称' });
    await userEvent.clear(field);
    await userEvent.keyboard(' {Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('1 至 30 个字');
    await userEvent.type(field, '子美{Enter}');
    expect(await screen.findByRole('heading', { name: '子美' })).toBeVisible();
    expect(fieldsOf(server, setUserInfo)).toEqual([{ nickname: '子美' }]);
  });

  it('restores the default avatar everywhere', async () => {
    start(makeUserInfo({ avatar: '/old.webp' }), succeed(setUserInfo, makeUserInfo()));
    expect(useSession.getState().avatar).toBe('/old.webp');
    await userEvent.click(await screen.findByRole('button', { name: '更换头像' }));
    await userEvent.click(screen.getByText('恢复默认头像'));
    await waitFor(() => expect(useSession.getState().avatar).toBeUndefined());
  });

  it('closes the dialog of the avatar without a change', async () => {
    const server = start(makeUserInfo({ avatar: '/old.webp' }));
    const button = await screen.findByRole('button', { name: '更换头像' });
    await userEvent.click(button);
    const dialog = await screen.findByRole('dialog', { name: '更换头像' });
    await userEvent.click(within(dialog).getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(button).toHaveFocus();
    expect([useSession.getState().avatar, fieldsOf(server, setUserInfo)]).toEqual(['/old.webp', []]);
  });

  it('signs another device out', async () => {
    const server = start(makeUserInfo(), succeed(revokeDevice, { devices: [web] }));
    await userEvent.click(await screen.findByRole('button', { name: '让“未知设备”退出登录' }));
    await waitFor(() => expect(screen.queryByText('未知设备')).toBeNull());
    expect(fieldsOf(server, revokeDevice)).toEqual([{ deviceType: 'pc', signedInAt: pc.signedInAt, sessionId: 'session-of-pc' }]);
  });

  it('shows an error when the devices failed to load, and can be retried', async () => {
    const server = start(makeUserInfo(), refuse(listDevices, 'unavailable', '服务暂时不可用，请稍后再试'));
    await userEvent.click(await screen.findByRole('button', { name: '重试' }));
    await waitFor(() => expect(fieldsOf(server, listDevices).length).toBeGreaterThan(1));
  });

  it('switches the recording of reading time by chapter off after a question', async () => {
    const server = start(makeUserInfo(), succeed(setTimeRecording, { isOn: false }));
    const row = within(await screen.findByRole('heading', { name: readingTimeText.recording }).then((head) => head.parentElement ?? head));
    await userEvent.click(await row.findByRole('button', { name: readingTimeText.switchOff }));
    expect(await accessibilityViolations()).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: readingTimeText.switchOffConfirm }));
    await waitFor(() => expect(fieldsOf(server, setTimeRecording)).toEqual([{ isOn: false }]));
  });

  it('starts a data export and shows its progress', async () => {
    const copy = { id: 'e1', createdAt: NOW, sizeBytes: null, fileId: null, expiresAt: null };
    const running = { ...copy, state: 'running' as const, progress: 0.4 };
    start(makeUserInfo(), succeed(exportMyData, running));
    await userEvent.click(await screen.findByRole('button', { name: '开始导出' }));
    expect(await screen.findByText('正在打包 40%')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: '数据导出进度' })).toBeVisible();
  });

  it('offers a completed export for download', async () => {
    const ready = { id: 'e1', createdAt: NOW, sizeBytes: 2_097_152, fileId: 'f1', expiresAt: NOW, state: 'ready' as const, progress: 1 };
    start(makeUserInfo(), succeed(getDataExport, { export: ready }));
    expect(await screen.findByText(/^已打包，2 MB/)).toBeVisible();
    expect(screen.getByRole('button', { name: '下载' })).toBeEnabled();
  });

  it('unlinks WeChat after a confirmation', async () => {
    start(makeUserInfo({ linkedProviders: ['wechat'] }), succeed(unbindProvider, makeUserInfo()));
    await userEvent.click(await screen.findByRole('button', { name: '解除绑定' }));
    await userEvent.click(screen.getAllByText('解除绑定').at(-1) as HTMLElement);
    expect(await screen.findByText('未绑定')).toBeVisible();
  });
});

describe('the overview of the user’s data and tasks', () => {
  it('shows counts, each a link, and omits tasks without any', async () => {
    start(makeUserInfo());
    expect(await screen.findByRole('link', { name: '用书码开通' })).toHaveAttribute('href', '/redeem?to=%2Fuser');
    expect(await screen.findByRole('link', { name: '3图书' })).toHaveAttribute('href', '/user/myBooks');
    expect(screen.getByRole('link', { name: '120笔记' })).toHaveAttribute('href', '/user/myNotes');
    expect(screen.getByRole('link', { name: '0待支付订单' })).toHaveAttribute('href', '/user/myOrders?tab=created');
    expect(screen.queryByRole('region', { name: '待办' })).toBeNull();
    expect(screen.queryByRole('region', { name: '等待处理' })).toBeNull();
    expect(screen.getByText('现在没有机构向您提供图书。')).toBeVisible();
  });

  it('shows open tasks, the institution, and every role with the names of its scopes', async () => {
    start(
      makeUserInfo(),
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
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('shows waiting admin work to operators only', async () => {
    start(
      makeUserInfo(),
      succeed(listAuthRoles, { roles: [{ role: 'editor', scope: '' }], permissions: ['importBook'] }),
      succeed(getAdminWork, { work: { tickets: 3 } }),
    );
    const work = within(await screen.findByRole('region', { name: '等待处理' }));
    expect(await work.findByRole('link', { name: /^3\s*读者问题$/ })).toHaveAttribute('href', '/admin/tickets');
  });

  it('shows the minutes of the week and the number of consecutive days', async () => {
    start(makeUserInfo(), succeed(getMyReading, { week: weekOf(600), streakDays: 4, totalSeconds: 9_000, yearAgo: [] }));
    const week = within(await screen.findByRole('region', { name: '本周阅读' }));
    expect(await week.findByText('70')).toBeVisible();
    expect(week.getByText('已连续阅读 4 天')).toBeVisible();
    expect(week.getAllByRole('listitem')).toHaveLength(7);
  });

  it('shows an error when the counts and the reading time failed to load', async () => {
    start(
      makeUserInfo(),
      refuse(getMyTodo, 'unavailable', '服务暂时不可用，请稍后再试'),
      refuse(getMyReading, 'unavailable', '服务暂时不可用，请稍后再试'),
    );
    expect(await screen.findByText('阅读时长没有加载出来。')).toBeVisible();
    expect(await screen.findByText('图书、笔记与待办的数量没有加载出来。')).toBeVisible();
  });
});

describe('the menu', () => {
  const roles = (personalPages: PersonalPage[], permissions: string[] = []) =>
    succeed(listAuthRoles, { roles: [{ role: 'reader', scope: '' }], permissions, personalPages });

  it('of a reader has no entries for teaching, authorship and the admin area, which the page offers below', async () => {
    start(makeUserInfo(), roles([]));
    const more = within(await screen.findByRole('region', { name: '教师与作者' }));
    expect(more.getByRole('link', { name: '申请认证' })).toHaveAttribute('href', '/user/teacher');
    expect(more.getByRole('link', { name: '申请成为作者' })).toHaveAttribute('href', '/user/myEditedBook');
    expect(await menuLinks()).toEqual(['个人中心', '我的订单', '我的图书', '我的笔记', '我的文件']);
  });

  it('of a teacher, a contributor or an operator has the entry of each, and the page offers nothing more', async () => {
    start(makeUserInfo(), roles(['teacher', 'myEditedBook'], ['runPlatform']));
    await waitFor(async () => expect(await menuLinks()).toEqual(expect.arrayContaining(['我编写的图书', '教师', '工作台'])));
    expect(screen.queryByRole('region', { name: '教师与作者' })).toBeNull();
  });
});

describe('a closure of the account', () => {
  it('requires a code, signs out and shows the last day on which it can be withdrawn', async () => {
    const server = start(
      makeUserInfo(),
      succeed(sendCodeToMe, { resendAt: Date.now() + 60_000 }),
      succeed(closeAccount, { closesAt: NOW }),
    );
    await userEvent.click(await screen.findByRole('button', { name: '申请注销' }));
    await userEvent.type(screen.getByLabelText('图形验证码'), 'ab12');
    await userEvent.click(screen.getByText('获取验证码'));
    expect(await screen.findByText(/验证码已发送至 138\*\*\*\*0001/)).toBeVisible();
    expect(screen.getByText('已验证')).toBeVisible();
    expect(screen.queryByLabelText('图形验证码')).toBeNull();
    await userEvent.type(screen.getByLabelText('短信验证码'), '123456');
    await userEvent.click(screen.getByText('我已了解，申请注销'));
    await waitFor(() => expect(findSessionToken()).toBeUndefined());
    expect(fieldsOf(server, sendCodeToMe)).toEqual([{ captchaTxt: 'ab12', captchaKey: 'k' }]);
    expect(fieldsOf(server, closeAccount)).toEqual([{ code: '123456' }]);
  });

  it('can be withdrawn', async () => {
    start(makeUserInfo({ closesAt: NOW }), succeed(cancelAccountClosure, makeUserInfo()));
    await userEvent.click(await screen.findByRole('button', { name: '撤销注销' }));
    expect(await screen.findByRole('button', { name: '申请注销' })).toBeVisible();
  });
});

describe('a new phone number', () => {
  it('is accepted after the old and then the new number are verified, each with a proof that stays visibly solved', async () => {
    const resendAt = Date.now() + 60_000;
    const server = start(
      makeUserInfo(),
      succeed(sendCodeToMe, { resendAt }),
      succeed(sendSmsCode, { resendAt }),
      succeed(changePhone, makeUserInfo({ tel: '139****0009' })),
    );
    await userEvent.click(await screen.findByRole('button', { name: '更换手机号' }));
    await userEvent.type(screen.getByLabelText('图形验证码'), 'ab12');
    await userEvent.click(screen.getAllByText('获取验证码')[0] as HTMLElement);
    await waitFor(() => expect(fieldsOf(server, sendCodeToMe)).toHaveLength(1));
    expect(await screen.findByText('已验证')).toBeVisible();
    expect(screen.queryByLabelText('图形验证码')).toBeNull();
    // The second step asks for the new number, after the code sent to the old number was entered.
    await userEvent.click(screen.getByText('下一步'));
    expect(screen.queryByLabelText('新手机号')).toBeNull();
    await userEvent.type(screen.getByLabelText('原手机号验证码'), '111111');
    await userEvent.click(screen.getByText('下一步'));
    await waitFor(() => expect(screen.getByLabelText('新手机号')).toHaveFocus());
    expect(screen.getByLabelText('图形验证码')).toHaveValue('');
    expect(screen.queryByText('已验证')).toBeNull();
    expect(screen.queryByLabelText('原手机号验证码')).toBeNull();
    await userEvent.type(screen.getByLabelText('新手机号'), '13900000009');
    await userEvent.type(screen.getByLabelText('图形验证码'), 'cd34');
    await userEvent.click(screen.getByText('获取验证码'));
    expect(await screen.findByText('已验证')).toBeVisible();
    expect(fieldsOf(server, sendSmsCode)).toEqual([{ tel: '13900000009', captchaTxt: 'cd34', captchaKey: 'k', type: 'binding' }]);
    expect(fieldsOf(server, changePhone)).toEqual([]);
    await userEvent.type(screen.getByLabelText('新手机号验证码'), '222222');
    await userEvent.click(screen.getByText('确定'));
    expect(await screen.findByText('139****0009')).toBeVisible();
    expect(fieldsOf(server, changePhone)).toEqual([{ oldCode: '111111', tel: '13900000009', code: '222222' }]);
  });
});
