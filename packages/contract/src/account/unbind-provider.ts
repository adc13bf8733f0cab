import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { signInProvider } from './sign-in-provider.ts';
import { userInfo } from './user-info.ts';

/** Unlinks a provider. Throws `account.phoneMissing` for an account without a phone number, because no way to sign in would remain. */
export const unbindProvider = operation({
  name: 'unbindProvider',
  method: 'POST',
  path: '/api/user/:provider/unbind',
  summary: '解除第三方账号绑定',
  permission: 'ownAccount',
  input: z.object({ provider: signInProvider }),
  output: userInfo,
  errors: ['account.phoneMissing'],
});
