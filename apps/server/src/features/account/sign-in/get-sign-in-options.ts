/** Returns the options of the sign-in panel. */
import { TERMS_VERSION } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { wechatAppIn } from '../external-sign-in/provider-sign-in.ts';

type Dependencies = Pick<Account, 'hostedSlider' | 'wechat' | 'wechatAccount'>;

export const getSignInOptions: UseCase<'getSignInOptions', Dependencies> = async (account, { userAgent }) => ({
  slider: account.hostedSlider?.offer() ?? { provider: 'local' },
  wechat: wechatAppIn(account, userAgent) !== undefined,
  termsVersion: TERMS_VERSION,
});
