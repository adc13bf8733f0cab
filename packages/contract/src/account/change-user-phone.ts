import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { phone } from './phone.ts';
import { operatorReason, userRecord } from './user-record.ts';

/**
 * Sets another phone number for a user who lost theirs and whose identity was checked in another way. All sessions end and codes sent to
 * either number become invalid; password and linked providers stay. Setting the current number changes nothing. Administrators change their own
 * number with `changePhone`.
 */
export const changeUserPhone = operation({
  name: 'changeUserPhone',
  method: 'POST',
  path: '/api/admin/user/phone',
  summary: '更换手机号（核实身份后）',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({ userId: z.string().max(64), tel: phone, reason: operatorReason }),
  output: userRecord,
  errors: ['account.personNotFound', 'account.notYourself', 'account.phoneTaken'],
});
