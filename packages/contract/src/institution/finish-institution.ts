import { z } from 'zod';
import { loginResult, SIGN_IN_ERRORS, signInFields, signInRefusals } from '../account/session.ts';
import { operation } from '../wire/operation.ts';

/**
 * Finishes an institution sign-in with the parameters of the callback. `signedIn`: an existing user; `newcomer`: choose an account with
 * `bindInstitution`; `bound`: the signed-in caller is linked, and the institution's license applies in this session.
 */
export const finishInstitution = operation({
  name: 'finishInstitution',
  method: 'POST',
  path: '/api/auth/carsi/finish',
  summary: '完成机构登录',
  permission: 'signIn',
  audience: 'anyone',
  input: z.object({
    state: z.string().min(1).max(64),
    /** Callback parameters: `code` and, if present, `iss`. */
    code: z.string().min(1).max(4096),
    issuer: z.string().max(500).optional(),
    proof: z.string().regex(/^[\w-]{22}$/),
    ...signInFields,
  }),
  replay: 'never',
  output: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('signedIn'), login: loginResult, institution: z.string(), returnTo: z.string() }),
    z.object({ outcome: z.literal('newcomer'), ticket: z.string(), institution: z.string(), returnTo: z.string() }),
    z.object({ outcome: z.literal('bound'), institution: z.string(), returnTo: z.string() }),
  ]),
  errors: ['institution.signInOff', 'institution.signInFailed', 'institution.notMember', 'institution.linkTaken', ...SIGN_IN_ERRORS],
  refusals: signInRefusals,
});
