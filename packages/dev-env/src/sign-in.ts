/** Signs a user in by the API; captcha and SMS code come from the outbox. */
import {
  AUTHORIZATION_SCHEME,
  type DeviceCode,
  type Envelope,
  getCaptcha,
  type LoginResult,
  sendSmsCode,
  signInWithSmsCode,
} from '@shufang/contract';
import { readOutbox } from './read-outbox.ts';
import type { Product } from './start-product.ts';

export interface SignedIn {
  readonly login: LoginResult;
  /** Headers for further calls of this user. */
  readonly headers: Record<string, string>;
}

const payloadOf = async <T>(response: Response): Promise<T> => {
  const envelope = (await response.json()) as Envelope<T>;
  if (envelope.code !== 'success' || envelope.payload === null)
    throw new Error(`${response.url} responded with ${envelope.code}: ${envelope.message}`);
  return envelope.payload;
};

/** Signs in with an SMS code. A phone number can receive one SMS in 60 s: use a different number for each sign-in, or the test clock. */
export const signIn = async (product: Pick<Product, 'url' | 'dataDir'>, tel: string, device: DeviceCode = 'web'): Promise<SignedIn> => {
  const post = (path: string, body: object) =>
    fetch(product.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-code': device },
      body: JSON.stringify(body),
    });
  const captcha = await payloadOf<{ key: string }>(await fetch(product.url + getCaptcha.path, { headers: { 'x-device-code': device } }));
  const captchaText = (await readOutbox(product.dataDir, 'captcha')).findLast((entry) => entry['key'] === captcha.key)?.['answer'];
  await payloadOf(await post(sendSmsCode.path, { tel, captchaKey: captcha.key, captchaTxt: captchaText, type: 'login' }));
  const code = (await readOutbox(product.dataDir, 'sms')).findLast((entry) => entry['tel'] === tel)?.['code'];
  const login = await payloadOf<LoginResult>(await post(signInWithSmsCode.path, { tel, code }));
  return {
    login,
    headers: { authorization: `${AUTHORIZATION_SCHEME} ${login.dpAuthToken}`, 'x-device-code': device, 'content-type': 'application/json' },
  };
};
