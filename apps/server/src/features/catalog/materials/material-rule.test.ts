/** Tests of the rule that decides who may use a book material. */
import { expect, test } from 'vitest';
import { lockOfMaterial } from './material-rule.ts';

test.each([
  ['all', 'none', false, true],
  ['all', 'trial', false, true],
  ['owner', 'none', false, false],
  ['owner', 'trial', false, false],
  ['owner', 'owned', false, true],
  ['owner', 'institution', false, true],
  ['owner', 'free', false, true],
  ['owner', 'trial', true, true],
  ['teacher', 'owned', false, false],
  ['teacher', 'free', false, false],
  ['teacher', 'none', true, true],
] as const)('a material for %s, used with the right %s, by a teacher (%s), is open: %s', (audience, kind, usesAll, isOpen) => {
  expect(lockOfMaterial(audience, { right: { kind, reason: '' }, usesAll }) === undefined).toBe(isOpen);
});

test.each(['author', 'staff'] as const)('a material is open to the %s of the book, whatever its audience', (source) => {
  for (const audience of ['all', 'owner', 'teacher'] as const)
    expect(lockOfMaterial(audience, { right: { kind: 'owned', reason: '', source }, usesAll: false })).toBeUndefined();
});
