import { describe, expect, it } from 'vitest';
import { type SignInCheck, signInChecks } from './sign-in-checks.ts';
import { emptyDraft, type SignInDraft } from './sign-in-draft.ts';

const complaintsOf = (check: SignInCheck, typed: Partial<SignInDraft> = {}): string[] => {
  const { error } = signInChecks[check].safeParse({ ...emptyDraft, ...typed });
  return [...new Set(error?.issues.map(({ path }) => String(path[0])))].toSorted();
};

const PHONE = '13800000001';
const PASSWORD = 'Shufang-2026';

/** Valid input for each sign-in mode. */
const ways: Record<SignInCheck, Partial<SignInDraft>> = {
  smsCodeLogin: { tel: PHONE, loginCode: '123456' },
  passwordLogin: { tel: PHONE, password: PASSWORD },
  signUp: { tel: PHONE, bindingCode: '123456', newPassword: PASSWORD, confirmPassword: PASSWORD },
  resetPassword: { tel: PHONE, resetCode: '123456', newPassword: PASSWORD, confirmPassword: PASSWORD },
  bindPhone: { tel: PHONE, bindingCode: '123456' },
};

describe.each(Object.entries(ways) as [SignInCheck, Partial<SignInDraft>][])('the input for %s', (check, whole) => {
  it('is valid when it is complete', () => {
    expect(complaintsOf(check, whole)).toEqual([]);
  });

  it('shows an error at each empty field and at no other', () => {
    expect(complaintsOf(check)).toEqual(Object.keys(whole).toSorted());
  });

  it.each(Object.keys(whole) as (keyof SignInDraft)[])('is invalid without %s', (field) => {
    expect(complaintsOf(check, { ...whole, [field]: '' })).toContain(field);
  });

  // A field that contains only spaces counts as empty, except a password, in which spaces are significant.
  it.each(Object.keys(whole).filter((field) => !/password/i.test(field)))('is invalid with only spaces for %s', (field) => {
    expect(complaintsOf(check, { ...whole, [field]: '   ' })).toEqual([field]);
  });

  it('requires a mainland phone number', () => {
    for (const tel of ['1380000000', '12800000001', '138000000011', 'abc']) expect(complaintsOf(check, { ...whole, tel })).toEqual(['tel']);
  });
});

describe('two different passwords', () => {
  it.each(['signUp', 'resetPassword'] as const)('are rejected in %s', (check) => {
    expect(complaintsOf(check, { ...ways[check], confirmPassword: `${PASSWORD}x` })).toEqual(['confirmPassword']);
  });
});
