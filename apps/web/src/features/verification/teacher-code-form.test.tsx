/** Tests the form for a teacher code: the check in the browser, an error of the server, and an accepted code. */
import { authenticateWithCode, errorSentence, makeActivationCode, type OutputOf } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { TeacherCodeForm } from './teacher-code-form.tsx';

const CODE = makeActivationCode(new Uint8Array(16).fill(7));
const APPROVED: OutputOf<typeof authenticateWithCode> = {
  state: 'approved',
  proofs: [],
  fieldReasons: {},
  reply: '',
  maySubmit: false,
  vouchers: [],
  waysAtOnce: [],
  reviewDays: 3,
};

afterEach(() => vi.unstubAllGlobals());

const open = (initialCode = '') => {
  const onApproved = vi.fn();
  renderInApp(<TeacherCodeForm initialCode={initialCode} onApproved={onApproved} />);
  return { onApproved, field: screen.getByRole('textbox', { name: text.code }) };
};
const submit = () => userEvent.click(screen.getByRole('button', { name: text.confirmCode }));

it('a missing or mistyped teacher code is rejected at the field without a call', async () => {
  const { asked } = stubCalls();
  const { field } = open();
  await submit();
  expect(field).toHaveAccessibleDescription('请输入教师认证码');
  expect(field).toHaveFocus();
  await userEvent.type(field, `${CODE.slice(0, -1)}${CODE.endsWith('A') ? 'B' : 'A'}`);
  await submit();
  expect(field).toHaveAccessibleDescription(errorSentence('activationCode.codeMistyped', { kind: text.code }));
  expect(asked).toEqual([]);
});

it('a code for books is refused at the field, stays in it, and is offered to the page for books', async () => {
  stubCalls(refuse(authenticateWithCode, 'activationCode.codeForBooks', '这是书的激活码'));
  const { field, onApproved } = open(CODE);
  await submit();
  await waitFor(() => expect(field).toHaveAccessibleDescription('这是书的激活码'));
  expect(field).toHaveFocus();
  expect(field).toHaveValue(CODE);
  expect(screen.getByRole('link', { name: text.toRedeem })).toHaveAttribute('href', '/redeem');
  expect(onApproved).not.toHaveBeenCalled();
});

it('a valid teacher code is sent without surrounding spaces', async () => {
  const { asked } = stubCalls(succeed(authenticateWithCode, APPROVED));
  const { field, onApproved } = open();
  await userEvent.type(field, ` ${CODE} `);
  await submit();
  await waitFor(() => expect(onApproved).toHaveBeenCalledOnce());
  expect(asked.map(({ fields }) => fields)).toEqual([{ code: CODE }]);
});
