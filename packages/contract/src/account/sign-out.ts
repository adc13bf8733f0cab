import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/** Ends this session and invalidates its token. Succeeds without a session, too. The header may carry the `access_token`. */
export const signOut = operation({
  name: 'signOut',
  method: 'GET',
  path: '/api/user/auth/logout',
  summary: '退出登录',
  permission: 'signIn',
  audience: 'anyone',
  acceptsAccessToken: true,
  input: z.object({}),
  output: z.object({}),
});
