import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { sessionCredentials } from './session.ts';

/**
 * Prolongs the session to 15 days from now, at most 180 days after its sign-in, and returns its credentials with the same login token. The
 * `Authorization` header carries the login token or the `access_token`. The refresh token rotates; the previous one is accepted for 60 s
 * more from the same device and returns the current one. A use later or from another device means that it was stolen: the session ends
 * (`requestLogin`).
 */
export const refreshSession = operation({
  name: 'refreshSession',
  method: 'POST',
  path: '/api/center-user/auth/refresh-token',
  summary: '延长登录',
  permission: 'ownAccount',
  style: 'centerUser',
  acceptsAccessToken: true,
  replay: 'never',
  input: z.object({ refresh_token: z.string().min(1).max(256) }),
  output: sessionCredentials,
});
