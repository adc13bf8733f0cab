/** Tests the verification by a school email address: errors at the two fields, the focus, and an accepted code. */
import { authenticateWithMail, type OutputOf, sendTeacherMailCode } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { TeacherMailForm } from './teacher-mail-form.tsx';

const APPROVED: OutputOf<typeof authenticateWithMail> = {
  state: 'approved',
  proofs: [],
  fieldReasons: {},
  reply: '',
  maySubmit: false,
  vouchers: [],
  waysAtOnce: [],
  reviewDays: 3,
};

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const open = () => {
  const onApproved = vi.fn();
  renderInApp(<TeacherMailForm onApproved={onApproved} />);
  return { onApproved, address: screen.getByRole('textbox', { name: text.mail }) };
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sent = () => succeed(sendTeacherMailCode, { resendAt: Date.now() + 60_000 });

it('a missing or invalid address is rejected at the field without a call', async () => {
  const { asked } = stubCalls();
  const { address } = open();
  await press(text.sendDigits);
  expect(address).toHaveAccessibleDescription(text.mailMissing);
  expect(address).toHaveFocus();
  await userEvent.type(address, 'zhang{Enter}');
  expect(address).toHaveAccessibleDescription('邮箱格式有误，例如 zhang@pku.edu.cn');
  await userEvent.type(address, '@pku.edu.cn');
  expect(address).toBeValid();
  expect(asked).toEqual([]);
});

it('an address of no known school is refused at the field and stays in it', async () => {
  stubCalls(refuse(sendTeacherMailCode, 'application.mailNotListed', '这个邮箱不属于已登记的学校'));
  const { address } = open();
  await userEvent.type(address, 'zhang@example.com{Enter}');
  await waitFor(() => expect(address).toHaveAccessibleDescription('这个邮箱不属于已登记的学校'));
  expect(address).toHaveValue('zhang@example.com');
});

it('the field for the code takes the focus when the code was sent; a wrong code is refused there, the right one verifies the user', async () => {
  stubCalls(sent(), refuse(authenticateWithMail, 'account.mailCodeWrong', '验证码有误'));
  const { address, onApproved } = open();
  await userEvent.type(address, ' Zhang@PKU.edu.cn{Enter}');
  const digits = await screen.findByRole('textbox', { name: text.digits });
  expect(digits).toHaveFocus();
  await press(text.confirmMail);
  expect(digits).toHaveAccessibleDescription(text.digitsMissing);
  await userEvent.type(digits, '123456{Enter}');
  await waitFor(() => expect(digits).toHaveAccessibleDescription('验证码有误'));
  expect(digits).toHaveValue('123456');
  const { asked } = stubCalls(succeed(authenticateWithMail, APPROVED));
  await press(text.confirmMail);
  await waitFor(() => expect(onApproved).toHaveBeenCalledOnce());
  expect(asked.map(({ fields }) => fields)).toEqual([{ address: 'zhang@pku.edu.cn', code: '123456' }]);
});
