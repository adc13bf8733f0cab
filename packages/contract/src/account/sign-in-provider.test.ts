import { expect, it } from 'vitest';
import { INSTITUTION_STATE } from '../institution/institution.ts';
import { providerOfState, signInProvider, signInProviders } from './sign-in-provider.ts';

it('the provider of a sign-in attempt is recognized by its state', () => {
  for (const provider of signInProvider.options)
    expect(providerOfState(`${signInProviders[provider].statePrefix}AbCdEfGhIjKlMnOpQrStUv`)).toBe(provider);
  expect(providerOfState('')).toBe('wechat');
});

it('no two providers have the same prefix, and none has the prefix of institutions', () => {
  const prefixes = [INSTITUTION_STATE, ...signInProvider.options.map((provider) => signInProviders[provider].statePrefix)];
  expect(new Set(prefixes).size).toBe(prefixes.length);
});
