import { type BookCard, checkActivationCode, makeActivationCode } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import { endSession } from '../../platform/session/session.ts';
import { dropSignInIntent } from '../../platform/session/sign-in-intent.ts';
import { answerCalls, refuse, succeed } from '../../testing/answer-calls.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { signInHere } from '../../testing/sign-in-here.ts';
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
const typeAndAsk = async (): Promise<void> => {
  await userEvent.type(screen.getByLabelText(codesText.code), CODE);
  await userEvent.click(screen.getByRole('button', { name: codesText.signInToCheck }));
};
const answers = () => answerCalls(refuse(checkActivationCode, 'commerce.codeUnknown', '没有这个激活码'));

afterEach(() => {
  endSession();
  dropSignInIntent();
  vi.unstubAllGlobals();
});

it('a code typed before signing in is there after the page was loaded anew, and is looked up by itself, once', async () => {
  const { asked } = answers();
  const before = renderInApp(panel);
  await typeAndAsk();
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

it('nothing is taken up by a later sign-in once the dialog was closed', async () => {
  const { asked } = answers();
  const before = renderInApp(panel);
  await typeAndAsk();
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
] as const)('one’s own code with the right %s says so and leads on', async (kind, reason, name, page) => {
  signInHere();
  const right = { kind, reason };
  answerCalls(succeed(checkActivationCode, { book, state: 'mine', bindable: false, reason, right }));
  renderInApp(panel);
  await userEvent.type(screen.getByLabelText(codesText.code), CODE);
  await userEvent.click(screen.getByRole('button', { name: codesText.check }));
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', `/course/${page}/${book.id}`);
  expect(screen.getByText(reason)).toBeVisible();
});
