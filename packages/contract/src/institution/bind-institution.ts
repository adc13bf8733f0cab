import { z } from 'zod';
import { smsCodeText } from '../account/fields.ts';
import { phone } from '../account/phone.ts';
import { loginResult, SIGN_IN_ERRORS, signInFields, signInRefusals } from '../account/session.ts';
import { operation } from '../wire/operation.ts';

/**
 * Links the institution identity of a sign-in ticket (`ticket`, from `finishInstitution`) to an account, and signs in. With a phone number
 * (SMS type `binding`): the account of that number, created if needed; without: a new account. `terms`: version of the terms that the user
 * accepted.
 */
export const bindInstitution = operation({
  name: 'bindInstitution',
  method: 'POST',
  path: '/api/auth/carsi/bind',
  summary: '机构身份绑定账号',
  permission: 'signIn',
  audience: 'anyone',
  input: z
    .object({
      ticket: z.string().min(1).max(64),
      terms: z.number().int(),
      tel: phone.optional(),
      code: smsCodeText.optional(),
      ...signInFields,
    })
    .refine(({ tel, code }) => (tel === undefined) === (code === undefined), '请填写手机号和验证码'),
  output: loginResult,
  replay: 'never',
  errors: [
    'account.phoneInvalid',
    'account.smsCodeWrong',
    'account.tooManyFailures',
    'account.consentOutdated',
    'institution.signInFailed',
    'institution.linkTaken',
    ...SIGN_IN_ERRORS,
  ],
  refusals: signInRefusals,
});
