import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { signInProvider } from './sign-in-provider.ts';

/**
 * Starts a sign-in with a provider. `proofHash` is the hash of 128 random bits that the browser stores and must send to
 * `finishProviderSignIn`. `returnTo`: path of this site at which the user continues afterwards. `embedUrl` shows the authorization page in a
 * frame, `popupUrl` in a window of its own. Without `embedUrl`, as inside WeChat, the client opens `popupUrl` in the same window.
 */
export const startProviderSignIn = operation({
  name: 'startProviderSignIn',
  method: 'POST',
  path: '/api/center-user/auth/:provider/start',
  summary: '发起第三方授权',
  permission: 'signIn',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({
    provider: signInProvider,
    proofHash: z.string().regex(/^[\w-]{43}$/),
    returnTo: z.string().max(2000).default('/'),
  }),
  replay: 'never',
  output: z.object({ embedUrl: z.string().optional(), popupUrl: z.string(), expiresAt: z.number().int() }),
  errors: ['account.providerOff'],
});
