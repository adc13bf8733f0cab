import { changeUserPhone, type UserRecord } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ANONYMOUS_OWNER } from '../../../platform/storage/anonymous-owner.ts';
import { dropFormDrafts } from '../../../platform/storage/form-drafts.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { UserPhoneDialog } from './user-phone-dialog.tsx';

const user: UserRecord = { userId: 'u1', nickname: '兰', tel: '138****0001', status: 'active', roles: [], createdAt: 0 };

const field = (name: string): HTMLElement => screen.getByRole('textbox', { name });
const send = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: '更换手机号' }));

afterEach(async () => {
  vi.unstubAllGlobals();
  await dropFormDrafts(ANONYMOUS_OWNER);
});

it('the dialog sends nothing until the number is valid and entered twice, with a reason', async () => {
  const { asked } = stubCalls();
  renderInApp(<UserPhoneDialog user={user} onClose={vi.fn()} />);
  expect(screen.getByText('138****0001')).toBeVisible();
  await userEvent.type(field('新手机号'), '12345');
  await send();
  expect(field('新手机号')).toHaveAccessibleDescription('手机号码格式错误');
  expect(field('新手机号')).toHaveFocus();
  expect(field('原因')).toHaveAccessibleDescription('请写明原因');
  await userEvent.clear(field('新手机号'));
  await userEvent.type(field('新手机号'), '13800000002');
  await userEvent.type(field('再填一次新手机号'), '13800000003');
  await send();
  expect(field('再填一次新手机号')).toHaveAccessibleDescription('两次填写的号码不一样');
  expect(asked).toEqual([]);
  expect(await accessibilityViolations()).toEqual([]);
});

it('the dialog shows at the field that the number belongs to another user, and keeps the reason until it is sent', async () => {
  stubCalls(refuse(changeUserPhone, 'account.phoneTaken', '该手机号已被注册'));
  const onClose = vi.fn();
  renderInApp(<UserPhoneDialog user={user} onClose={onClose} />);
  await userEvent.type(field('新手机号'), '+86 138-0000-0002');
  await userEvent.type(field('再填一次新手机号'), '13800000002');
  await userEvent.type(field('原因'), '核对了身份证');
  await send();
  await waitFor(() => expect(field('新手机号')).toHaveAccessibleDescription('该手机号已被注册'));
  expect(field('原因')).toHaveValue('核对了身份证');
  const { asked } = stubCalls(succeed(changeUserPhone, { ...user, tel: '138****0002' }));
  await send();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked[0]?.fields).toEqual({ userId: 'u1', tel: '13800000002', reason: '核对了身份证' });
});
