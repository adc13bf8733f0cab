import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/**
 * Starts a sign-in through an institution. `proofHash`: SHA-256 of 128 random bits that the browser stores and must send to
 * `finishInstitution`. Without `institutionId`, the federation's discovery service asks for the institution. With `bind`, the signed-in
 * caller is linked instead of signed in. `url` opens in the main window.
 */
export const startInstitution = operation({
  name: 'startInstitution',
  method: 'GET',
  path: '/api/auth/carsi/start',
  summary: '发起机构登录',
  permission: 'signIn',
  audience: 'anyone',
  input: z.object({
    institutionId: entityId.optional(),
    proofHash: z.string().regex(/^[\w-]{43}$/),
    returnTo: z.string().max(2000).default('/'),
    bind: z
      .enum(['0', '1'])
      .default('0')
      .transform((value) => value === '1'),
  }),
  output: z.object({ url: z.string(), state: z.string(), expiresAt: z.number().int() }),
  errors: ['institution.notFound', 'institution.signInOff'],
});
