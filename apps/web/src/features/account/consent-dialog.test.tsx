import 'fake-indexeddb/auto';
import { getAuthRole, giveConsent, signOut, TERMS_VERSION, type UserInfo } from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '../../platform/api/query-client.ts';
import { findSessionToken } from '../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { signInHere } from '../../testing/sign-in-here.ts';
import { stubCalls, succeed } from '../../testing/stub-calls.ts';
import { ConsentDialog } from './consent-dialog.tsx';
import { dropRoles } from './queries.ts';

const USER: UserInfo = {
  id: 'u1',
  nickname: '杜甫',
  avatar: '',
  tel: '138****0001',
  hasPassword: true,
  linkedProviders: [],
  createdAt: 0,
  consentVersion: TERMS_VERSION,
  closesAt: null,
};

beforeEach(async () => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
  };
  signInHere();
  await dropRoles(createQueryClient());
});

let agreed: number | undefined;
const role: Parameters<typeof stubCalls>[0] = [
  getAuthRole.path,
  () => ({ payload: { role: 'reader', ...(agreed === undefined ? {} : { consentVersion: agreed }) } }),
];

it.each([TERMS_VERSION, undefined])('the dialog is not shown to a user whose version is %s', async (version) => {
  agreed = version;
  const server = stubCalls(role);
  renderInApp(<ConsentDialog />);
  await waitFor(() => expect(server.asked.length).toBe(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the dialog shows the whole text after a change, and agreeing is stored and closes it', async () => {
  agreed = TERMS_VERSION - 1;
  const server = stubCalls(role, succeed(giveConsent, USER));
  renderInApp(<ConsentDialog />);
  const dialog = await screen.findByRole('dialog', { name: '服务条款与隐私说明有更新' });
  expect(within(dialog).getByText(/^第 \d+ 版，自 20\d\d 年 1?\d 月 [1-3]?\d 日起施行$/)).toBeVisible();
  expect(within(dialog).getByRole('heading', { name: '隐私说明' })).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  agreed = TERMS_VERSION;
  await userEvent.click(within(dialog).getByRole('button', { name: '同意并继续' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.asked.find(({ name }) => name === giveConsent.path)?.fields).toEqual({ version: TERMS_VERSION });
});

it('the dialog signs out a user who does not agree', async () => {
  agreed = TERMS_VERSION - 1;
  stubCalls(role, succeed(signOut, {}));
  renderInApp(<ConsentDialog />);
  await userEvent.click(await screen.findByRole('button', { name: '不同意，退出登录' }));
  await waitFor(() => expect(findSessionToken()).toBeUndefined());
});
