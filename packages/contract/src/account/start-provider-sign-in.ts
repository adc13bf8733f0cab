import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/**
 * Starts a sign-in with WeChat. `proofHash` is the hash of 128 random bits that the browser stores and must send to `finishProviderSignIn`.
 * `returnTo`: path of this site at which the user continues afterwards. `embedUrl` shows the QR code in a frame, `popupUrl` in a separate
 * window. Inside WeChat (`clientEnvironmentOf` the request) there is no QR code and no `embedUrl`: the client opens `popupUrl` in the same
 * window.
 */
export const startProviderSignIn = operation({
  name: 'startProviderSignIn',
  method: 'POST',
  path: '/api/center-user/auth/wechat/start',
  summary: '发起微信授权',
  permission: 'signIn',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ proofHash: z.string().regex(/^[\w-]{43}$/), returnTo: z.string().max(2000).default('/') }),
  replay: 'never',
  output: z.object({ embedUrl: z.string().optional(), popupUrl: z.string(), expiresAt: z.number().int() }),
  errors: ['account.wechatOff'],
});
