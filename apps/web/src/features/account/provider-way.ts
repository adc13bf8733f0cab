/** How this browser signs in with a provider. */
import { clientEnvironmentOf, type SignInProvider, signInProvider, signInProviders } from '@shufang/contract';

/** `inApp`: this browser belongs to the provider's app; the others as in `signInProviders`. */
export type ProviderWay = 'qrCode' | 'redirect' | 'inApp';

/** Returns the provider to whose app this browser belongs. */
export const findProviderOfApp = (): SignInProvider | undefined => {
  const environment = clientEnvironmentOf(navigator.userAgent);
  return signInProvider.options.find((provider) => signInProviders[provider].ownApp === environment);
};

export const providerWay = (provider: SignInProvider): ProviderWay =>
  provider === findProviderOfApp() ? 'inApp' : signInProviders[provider].way;
