/** Returns the options of the sign-in panel. */
import { clientEnvironmentOf, signInProvider, TERMS_VERSION } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';

type Dependencies = Pick<Account, 'hostedSlider' | 'providers'>;

export const getSignInOptions: UseCase<'getSignInOptions', Dependencies> = async (account, { userAgent }) => ({
  slider: account.hostedSlider?.offer() ?? { provider: 'local' },
  providers: signInProvider.options.filter((provider) => account.providers[provider]?.isOfferedIn(clientEnvironmentOf(userAgent))),
  termsVersion: TERMS_VERSION,
});
