import { expect, test } from 'vitest';
import type { InstitutionStatement } from '../institution/institution-statements.ts';
import { VERIFICATION_LIMITS } from './limits.ts';
import type { StoredApplication } from './store.ts';
import { mayBeVouchedFor, voucherFor, vouchersAmong } from './vouching.ts';

const NOW = 1_800_000_000_000;
const FORM = { realName: '孔丘', institution: '曲阜大学' };
const list: InstitutionStatement = { via: 'roster', institution: '曲阜大学', kind: 'teacher', name: '孔丘', byPhone: true };
const link: InstitutionStatement = { via: 'carsi', institution: '曲阜大学', affiliation: 'faculty', seenAt: NOW - 1_000 };

test.each<[string, readonly InstitutionStatement[], object, boolean]>([
  ['is confirmed by the list, with name and phone number', [list], {}, true],
  ['is confirmed by a list entry without a name', [{ ...list, name: '' }], {}, true],
  ['is confirmed although the list has other spaces', [{ ...list, institution: '曲阜 大学', name: '孔 丘' }], {}, true],
  ['is confirmed by a sign-in as faculty', [link], {}, true],
  [
    'is confirmed by one of several statements',
    [
      { ...list, institution: '别的大学' },
      { ...link, via: 'oidc' },
    ],
    {},
    true,
  ],
  ['is not confirmed without a statement', [], {}, false],
  [
    'is not confirmed as a student',
    [
      { ...list, kind: 'student' },
      { ...link, affiliation: 'student' },
    ],
    {},
    false,
  ],
  ['is not confirmed as staff without teaching', [{ ...link, affiliation: 'staff' }], {}, false],
  ['is not confirmed under another name', [{ ...list, name: '颜回' }], {}, false],
  ['is not confirmed for another institution', [list, link], { institution: '稷下大学' }, false],
  ['is not confirmed by a list entry without the phone number', [{ ...list, byPhone: false }], {}, false],
  ['is not confirmed by a sign-in long ago', [{ ...link, seenAt: NOW - VERIFICATION_LIMITS.teachingAffiliationMs - 1 }], {}, false],
])('a teacher %s', (_case, statements, change, isConfirmed) => {
  expect(voucherFor(statements, { ...FORM, ...change }, NOW) !== undefined).toBe(isConfirmed);
});

test('the institutions that confirm an applicant are listed once each', () => {
  expect(vouchersAmong([list, link, { ...list, institution: '别的大学', kind: 'student' }], NOW)).toEqual([
    { institution: '曲阜大学', via: 'roster' },
  ]);
});

test('after a revocation only an editor can approve again', () => {
  const sent = (...states: StoredApplication['state'][]) => states.map((state) => ({ state }) as StoredApplication);
  expect(mayBeVouchedFor(sent())).toBe(true);
  expect(mayBeVouchedFor(sent('pending', 'rejected', 'revoked'))).toBe(true);
  expect(mayBeVouchedFor(sent('pending', 'revoked', 'approved'))).toBe(false);
});
