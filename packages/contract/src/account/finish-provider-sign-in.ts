import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { loginResult, SIGN_IN_ERRORS, signInFields, signInRefusals } from './session.ts';
import { signInProvider } from './sign-in-provider.ts';

/**
 * Finishes the sign-in with the `code` and `state` of the provider's redirect. `state` is valid once, for ten minutes, with the browser's
 * `proof`. `signedIn`: an existing user; `needsPhone`: link a number with `bindProvider`; `bound`: the provider's user is now linked to the
 * signed-in caller.
 */
export const finishProviderSignIn = operation({
  name: 'finishProviderSignIn',
  method: 'POST',
  path: '/api/center-user/auth/:provider/finish',
  summary: '完成第三方授权',
  permission: 'signIn',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({
    provider: signInProvider,
    code: z.string().min(1).max(512),
    state: z.string().min(1).max(64),
    proof: z.string().regex(/^[\w-]{22}$/),
    ...signInFields,
  }),
  replay: 'never',
  output: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('signedIn'), login: loginResult, returnTo: z.string() }),
    z.object({ outcome: z.literal('needsPhone'), ticket: z.string(), nickname: z.string(), returnTo: z.string() }),
    z.object({ outcome: z.literal('bound'), returnTo: z.string() }),
  ]),
  errors: ['account.providerOff', 'account.providerFailed', 'account.providerTaken', ...SIGN_IN_ERRORS],
  refusals: signInRefusals,
});
