/** The sign-in panel as a person meets it, with the server played at `fetch`. */
import {
  getAuthRole,
  getCaptcha,
  getSignInOptions,
  getSlider,
  type LoginResult,
  type OutputOf,
  sendResetCode,
  sendSmsCode,
  sendSmsCodeAfterSlider,
} from '@shufang/contract';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accountText } from '../../../platform/messages/zh-cn/account.ts';
import { captchaText } from '../../../platform/messages/zh-cn/captcha.ts';
import { answerCalls, succeed } from '../../../testing/answer-calls.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { SignInPanel } from '../sign-in-panel.tsx';

export const signedIn: LoginResult = {
  access_token: 'a',
  expires_in: 1,
  refresh_token: 'r',
  dpAuthToken: 'T',
  loginTHQS: 'q',
  registered: false,
  replaced: null,
};

const PIXEL = 'data:image/png;base64,AA==';
const aMinuteFromNow = (): number => Date.now() + 60_000;

/** What every test's server knows; `answers` add to it or stand in its place. */
export const playServer = (...answers: Parameters<typeof answerCalls>) => {
  const options: OutputOf<typeof getSignInOptions> = { slider: { provider: 'local' }, wechat: false, termsVersion: 1 };
  return answerCalls(
    succeed(getCaptcha, { img: PIXEL, key: 'captcha-key' }),
    succeed(getSlider, { key: 'slider-key', width: 320, height: 40, pieceWidth: 40, img: PIXEL, piece: PIXEL }),
    succeed(getSignInOptions, options),
    succeed(sendSmsCode, { resendAt: aMinuteFromNow() }),
    succeed(sendSmsCodeAfterSlider, { resendAt: aMinuteFromNow() }),
    succeed(sendResetCode, { resendAt: aMinuteFromNow() }),
    succeed(getAuthRole, { role: 'reader' }),
    ...answers,
  );
};

export const openPanel = async (props: Parameters<typeof SignInPanel>[0] = {}) => {
  const page = renderInApp(<SignInPanel {...props} />);
  if (props.initialMode !== 'resetPassword') await screen.findByAltText(accountText.captchaPicture);
  return page;
};

export const field = (name: string): HTMLElement => screen.getByLabelText(name, { selector: 'input' });
export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name, hidden: true });
export const link = (name: string): HTMLElement => screen.getByRole('link', { name, hidden: true });

/** With the focus, as a click in a browser has it; by the simple event, for every look at styles costs much here. */
const click = (target: HTMLElement): void => {
  act(() => target.focus());
  fireEvent.click(target);
};
export const press = (name: string): void => click(button(name));
export const follow = (name: string): void => click(link(name));

/** Puts `text` in place of what stands in the field. */
export const fill = (name: string, text: string): void => {
  act(() => field(name).focus());
  fireEvent.change(field(name), { target: { value: text } });
};

/** Moves the piece by keys and lets it go. */
export const solveSlider = async (): Promise<void> => {
  const slider = await screen.findByRole('slider', { name: captchaText.slider, hidden: true });
  act(() => slider.focus());
  await userEvent.keyboard('{End}{Enter}');
};
