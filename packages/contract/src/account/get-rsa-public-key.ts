import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/**
 * Returns the public key with which passwords are encrypted. The plaintext must contain `nonce`, which is valid once, until `expiresAt`.
 */
export const getRsaPublicKey = operation({
  name: 'getRsaPublicKey',
  method: 'GET',
  path: '/api/center-user/auth/getRsaPublicKey',
  summary: '获取密码加密公钥',
  permission: 'signIn',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({}),
  output: z.object({ rsaKey: z.string(), kid: z.string(), alg: z.literal('RSA-OAEP-256'), nonce: z.string(), expiresAt: z.number().int() }),
});
