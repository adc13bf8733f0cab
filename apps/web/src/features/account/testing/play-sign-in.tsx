/** Renders the sign-in panel with a fake server behind `fetch`. */
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
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
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

/** Stubs a server with default sign-in options; `responses` add to its responses or override them. */
export const playServer = (...responses: Parameters<typeof stubCalls>) => {
  const options: OutputOf<typeof getSignInOptions> = { slider: { provider: 'local' }, providers: [], termsVersion: 1 };
  return stubCalls(
    succeed(getCaptcha, { img: PIXEL, key: 'captcha-key' }),
    succeed(getSlider, { key: 'slider-key', width: 320, height: 40, pieceWidth: 40, img: PIXEL, piece: PIXEL }),
    succeed(getSignInOptions, options),
    succeed(sendSmsCode, { resendAt: aMinuteFromNow() }),
    succeed(sendSmsCodeAfterSlider, { resendAt: aMinuteFromNow() }),
    succeed(sendResetCode, { resendAt: aMinuteFromNow() }),
    succeed(getAuthRole, { role: 'reader' }),
    ...responses,
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

/** Focuses and clicks an element, as a browser does. Fires the event directly, because `user-event` computes styles, which is slow here. */
const click = (target: HTMLElement): void => {
  act(() => target.focus());
  fireEvent.click(target);
};
export const press = (name: string): void => click(button(name));
export const follow = (name: string): void => click(link(name));

/** Replaces the text of the field with the label `name`. */
export const fill = (name: string, text: string): void => {
  act(() => field(name).focus());
  fireEvent.change(field(name), { target: { value: text } });
};

/** Solves the slider puzzle with the keyboard: moves the piece to the end and releases it. */
export const solveSlider = async (): Promise<void> => {
  const slider = await screen.findByRole('slider', { name: captchaText.slider, hidden: true });
  act(() => slider.focus());
  await userEvent.keyboard('{End}{Enter}');
};
