/** Tests the status card of teacher verification in each state, with the methods that need no editor. */
import {
  type ApplicationState,
  authenticateWithCode,
  makeActivationCode,
  sendTeacherMailCode,
  type TeacherApplicationStatus,
} from '@shufang/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import { endSession } from '../../platform/session/session.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { signInHere } from '../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { BookStatusCard } from './status-card.tsx';

const CODE = makeActivationCode(new Uint8Array(16).fill(7));
const FORM: TeacherApplicationStatus['form'] = {
  realName: '孔丘',
  institution: '曲阜大学',
  department: '文学院',
  title: '教授',
  subjects: ['古代汉语'],
  method: 'certificate',
};
const status = (state: ApplicationState, change: Partial<TeacherApplicationStatus> = {}): TeacherApplicationStatus => ({
  state,
  proofs: [],
  fieldReasons: {},
  reply: '',
  maySubmit: state !== 'approved',
  vouchers: [],
  waysAtOnce: state === 'approved' || state === 'revoked' ? [] : ['code', 'mail'],
  reviewDays: 3,
  ...(state === 'none' ? {} : { form: FORM, submittedAt: 0 }),
  ...(state === 'approved' ? { validUntil: 1_900_000_000_000, decidedAt: 0 } : {}),
  ...change,
});
const show = (is: TeacherApplicationStatus, initialCode = '') =>
  renderInApp(<BookStatusCard kind="teacher" status={is} prompt={text.nonePrompt} initialCode={initialCode} />);

afterEach(() => {
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it.each([
  ['none', true, true],
  ['pending', true, false],
  ['approved', false, false],
  ['rejected', true, true],
  ['expired', true, true],
  ['revoked', false, true],
] as const)('in the state %s, the card offers immediate verification: %s, and the form: %s', (state, hasWays, hasForm) => {
  show(status(state));
  expect(screen.queryByRole('heading', { name: text.waysTitle }) !== null).toBe(hasWays);
  expect(screen.queryByRole('form', { name: text.codeTitle }) !== null).toBe(hasWays);
  expect(screen.queryByRole('form', { name: text.mailTitle }) !== null).toBe(hasWays);
  expect(screen.queryByRole('textbox', { name: text.fields.realName }) !== null).toBe(hasForm);
  expect(screen.queryByRole('heading', { name: text.papersTitle }) !== null).toBe(hasWays && hasForm);
});

it('verification by mail is hidden when no mail is configured, and a renewal offers all methods with the form', async () => {
  show(status('approved', { maySubmit: true, waysAtOnce: ['code'] }));
  expect(screen.queryByRole('form')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: text.renew }));
  expect(screen.getByRole('form', { name: text.codeTitle })).toBeVisible();
  expect(screen.queryByRole('form', { name: text.mailTitle })).toBeNull();
});

it('a mistyped code uses no attempt, an error of the server is shown at the field, and an activation code leads to its page', async () => {
  signInHere();
  const { asked } = stubCalls(refuse(authenticateWithCode, 'activationCode.codeForBooks', '这是图书激活码'));
  show(status('none'), `${CODE.slice(0, -1)}!`);
  await userEvent.click(screen.getByRole('button', { name: text.confirmCode }));
  expect(screen.getByText(/教师认证码输入有误/)).toBeVisible();
  expect(asked).toEqual([]);
  await userEvent.clear(screen.getByRole('textbox', { name: text.code }));
  await userEvent.type(screen.getByRole('textbox', { name: text.code }), CODE);
  await userEvent.click(screen.getByRole('button', { name: text.confirmCode }));
  expect(await screen.findByText('这是图书激活码')).toBeVisible();
  expect(screen.getByRole('link', { name: text.toRedeem })).toHaveAttribute('href', '/redeem');
});

it('the code field is shown after the mail was sent, and another mail can be requested only after the wait', async () => {
  signInHere();
  const { asked } = stubCalls(succeed(sendTeacherMailCode, { resendAt: Date.now() + 60_000 }));
  show(status('none'));
  expect(screen.queryByRole('textbox', { name: text.digits })).toBeNull();
  await userEvent.type(screen.getByRole('textbox', { name: text.mail }), 'kong@qufu');
  await userEvent.click(screen.getByRole('button', { name: text.sendDigits }));
  expect(screen.getByText(/邮箱格式有误/)).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: text.mail }), '.edu.cn');
  await userEvent.click(screen.getByRole('button', { name: text.sendDigits }));
  expect(await screen.findByText(text.digitsSent('kong@qufu.edu.cn'))).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /秒后可重发/ }));
  expect(asked.map(({ fields }) => fields['address'])).toEqual(['kong@qufu.edu.cn']);
  await userEvent.click(screen.getByRole('button', { name: text.confirmMail }));
  expect(screen.getByText(text.digitsMissing)).toBeVisible();
});
