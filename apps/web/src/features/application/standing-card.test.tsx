/** The card of a teacher's authentication in each state, with the ways that need no editor. */
import {
  type ApplicationState,
  authenticateWithCode,
  makeActivationCode,
  sendTeacherMailCode,
  type TeacherStanding,
} from '@shufang/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import { endSession } from '../../platform/session/session.ts';
import { answerCalls, refuse, succeed } from '../../testing/answer-calls.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { signInHere } from '../../testing/sign-in-here.ts';
import { StandingCard } from './standing-card.tsx';

const CODE = makeActivationCode(new Uint8Array(16).fill(7));
const FORM: TeacherStanding['form'] = {
  realName: '孔丘',
  institution: '曲阜大学',
  department: '文学院',
  title: '教授',
  subjects: ['古代汉语'],
  method: 'certificate',
};
const standing = (state: ApplicationState, change: Partial<TeacherStanding> = {}): TeacherStanding => ({
  state,
  proofs: [],
  fieldReasons: {},
  answer: '',
  maySubmit: state !== 'approved',
  vouchers: [],
  waysAtOnce: state === 'approved' || state === 'revoked' ? [] : ['code', 'mail'],
  reviewDays: 3,
  ...(state === 'none' ? {} : { form: FORM, submittedAt: 0 }),
  ...(state === 'approved' ? { validUntil: 1_900_000_000_000, decidedAt: 0 } : {}),
  ...change,
});
const show = (is: TeacherStanding, initialCode = '') =>
  renderInApp(<StandingCard kind="teacher" standing={is} prompt={text.nonePrompt} initialCode={initialCode} />);

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
] as const)('%s: ways at once %s, form %s', (state, hasWays, hasForm) => {
  show(standing(state));
  expect(screen.queryByRole('heading', { name: text.waysTitle }) !== null).toBe(hasWays);
  expect(screen.queryByRole('form', { name: text.codeTitle }) !== null).toBe(hasWays);
  expect(screen.queryByRole('form', { name: text.mailTitle }) !== null).toBe(hasWays);
  expect(screen.queryByRole('textbox', { name: text.fields.realName }) !== null).toBe(hasForm);
  expect(screen.queryByRole('heading', { name: text.papersTitle }) !== null).toBe(hasWays && hasForm);
});

it('says nothing of mail where none is sent, and renewing shows the ways with the form', async () => {
  show(standing('approved', { maySubmit: true, waysAtOnce: ['code'] }));
  expect(screen.queryByRole('form')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: text.renew }));
  expect(screen.getByRole('form', { name: text.codeTitle })).toBeVisible();
  expect(screen.queryByRole('form', { name: text.mailTitle })).toBeNull();
});

it('a mistyped code spends no try; what the server says stands at the field; a book’s code leads to the page of books', async () => {
  signInHere();
  const { asked } = answerCalls(refuse(authenticateWithCode, 'commerce.codeForBooks', '这是图书激活码'));
  show(standing('none'), `${CODE.slice(0, -1)}!`);
  await userEvent.click(screen.getByRole('button', { name: text.confirmCode }));
  expect(screen.getByText(/教师认证码输入有误/)).toBeVisible();
  expect(asked).toEqual([]);
  await userEvent.clear(screen.getByRole('textbox', { name: text.code }));
  await userEvent.type(screen.getByRole('textbox', { name: text.code }), CODE);
  await userEvent.click(screen.getByRole('button', { name: text.confirmCode }));
  expect(await screen.findByText('这是图书激活码')).toBeVisible();
  expect(screen.getByRole('link', { name: text.toRedeem })).toHaveAttribute('href', '/redeem');
});

it('digits are asked for once they went to the address, and again only after the wait', async () => {
  signInHere();
  const { asked } = answerCalls(succeed(sendTeacherMailCode, { resendAt: Date.now() + 60_000 }));
  show(standing('none'));
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
