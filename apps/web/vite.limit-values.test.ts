import { expect, it } from 'vitest';
import { writeLimits } from './vite.limit-values.ts';

it('writes the value of a limit of the contract, and leaves other names as they are', () => {
  expect(writeLimits('z.number().max(LIMITS.pageSizeMax)')).toBe('z.number().max((100))');
  expect(writeLimits('LIMITS.noSuchLimit + OTHER_LIMITS.pageSizeMax')).toBe('LIMITS.noSuchLimit + OTHER_LIMITS.pageSizeMax');
});
