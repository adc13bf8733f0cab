import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { userInfo } from './user-info.ts';

/** Unlinks WeChat. Throws `account.phoneMissing` for an account without a phone number, because no way to sign in would remain. */
export const unbindProvider = operation({
  name: 'unbindProvider',
  method: 'POST',
  path: '/api/user/wechat/unbind',
  summary: '解除微信绑定',
  permission: 'ownAccount',
  input: z.object({}),
  output: userInfo,
  errors: ['account.phoneMissing'],
});
