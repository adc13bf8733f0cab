import { type BookCard, checkActivationCode, makeActivationCode, redeemActivationCode } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import { endSession } from '../../platform/session/session.ts';
import { dropSignInIntent } from '../../platform/session/sign-in-intent.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { signInHere } from '../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { RedeemPanel } from './redeem-panel.tsx';

const CODE = makeActivationCode(new Uint8Array(16).fill(7));
const book: BookCard = {
  id: '1'.repeat(26),
  title: '论语选读',
  authors: '孔子弟子',
  accessModel: 'codeOnly',
  priceFen: 0,
  owned: false,
  publishedAt: 0,
  chars: 12,
  categories: [],
};
const panel = <RedeemPanel renderCover={() => null} />;
const typeAndSubmit = async (): Promise<void> => {
  await userEvent.type(screen.getByLabelText(codesText.code), CODE);
  await userEvent.click(screen.getByRole('button', { name: codesText.signInToCheck }));
};
const stubUnknownCode = () => stubCalls(refuse(checkActivationCode, 'activationCode.codeUnknown', '没有这个激活码'));

afterEach(() => {
  endSession();
  dropSignInIntent();
  vi.unstubAllGlobals();
});

it('a code typed before signing in is restored after the reload, and is looked up automatically once', async () => {
  const { asked } = stubUnknownCode();
  const before = renderInApp(panel);
  await typeAndSubmit();
  before.unmount();
  signInHere();
  const after = renderInApp(panel);
  await screen.findByText('没有这个激活码');
  expect((screen.getByLabelText(codesText.code) as HTMLInputElement).value).toBe(CODE);
  after.unmount();
  renderInApp(panel);
  await waitFor(() => expect((screen.getByLabelText(codesText.code) as HTMLInputElement).value).toBe(''));
  expect(asked.filter(({ name }) => name === checkActivationCode.path).map(({ fields }) => fields['code'])).toEqual([CODE]);
});

it('a later sign-in resumes nothing after the dialog was closed', async () => {
  const { asked } = stubUnknownCode();
  const before = renderInApp(panel);
  await typeAndSubmit();
  dropSignInIntent();
  before.unmount();
  signInHere();
  renderInApp(panel);
  expect((screen.getByLabelText(codesText.code) as HTMLInputElement).value).toBe('');
  expect(asked.filter(({ name }) => name === checkActivationCode.path)).toEqual([]);
});

it.each([
  ['owned', '您已用这个激活码开通本书', '开始阅读', 'learning'],
  ['trial', '您用这个激活码开通过本书；您的阅读权限已到期，可试读前 2 章', '查看怎样继续阅读', 'info'],
] as const)('a code of the user with the right %s shows the state and a link', async (kind, reason, name, page) => {
  signInHere();
  const right = { kind, reason };
  stubCalls(succeed(checkActivationCode, { book, state: 'mine', bindable: false, reason, right }));
  renderInApp(panel);
  await userEvent.type(screen.getByLabelText(codesText.code), CODE);
  await userEvent.click(screen.getByRole('button', { name: codesText.check }));
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', `/course/${page}/${book.id}`);
  expect(screen.getByText(reason)).toBeVisible();
});

it('a missing code is rejected at the field without a call', async () => {
  signInHere();
  const { asked } = stubUnknownCode();
  renderInApp(panel);
  await userEvent.click(screen.getByRole('button', { name: codesText.check }));
  expect(screen.getByLabelText(codesText.code)).toHaveAccessibleDescription(`请输入激活码 ${codesText.codeHint}`);
  expect(screen.getByLabelText(codesText.code)).toHaveFocus();
  expect(asked.filter(({ name }) => name === checkActivationCode.path)).toEqual([]);
});

it('a code for teachers is refused at the field and offered to the page for teachers', async () => {
  signInHere();
  stubCalls(refuse(checkActivationCode, 'activationCode.codeForTeachers', '这是教师认证码'));
  renderInApp(panel);
  await userEvent.type(screen.getByLabelText(codesText.code), `${CODE}{Enter}`);
  expect(await screen.findByText('这是教师认证码')).toBeVisible();
  expect(screen.getByRole('link', { name: codesText.toTeacher })).toHaveAttribute('href', '/user/teacher');
});

it('a code that can no longer be bound returns to its field, which shows why and takes the focus', async () => {
  signInHere();
  const right = { kind: 'none', reason: '' } as const;
  stubCalls(
    succeed(checkActivationCode, { book, state: 'open', bindable: true, reason: '', right }),
    refuse(redeemActivationCode, 'activationCode.codeUsed', '这个激活码已被使用'),
  );
  renderInApp(panel);
  await userEvent.type(screen.getByLabelText(codesText.code), `${CODE}{Enter}`);
  await userEvent.click(await screen.findByRole('button', { name: codesText.redeem }));
  const field = await screen.findByLabelText(codesText.code);
  expect(field).toHaveFocus();
  expect(field).toHaveValue(CODE);
  expect(await screen.findByText('这个激活码已被使用')).toBeVisible();
});
