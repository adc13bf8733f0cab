import { LIMITS } from '@shufang/contract';
import { expect, test } from 'vitest';
import type { WordAbout } from '../institution/words-about.ts';
import type { StoredApplication } from './store.ts';
import { mayBeVouchedFor, voucherFor, vouchersAmong } from './vouching.ts';

const NOW = 1_800_000_000_000;
const FORM = { realName: '孔丘', institution: '曲阜大学' };
const list: WordAbout = { via: 'roster', institution: '曲阜大学', kind: 'teacher', name: '孔丘', byPhone: true };
const tie: WordAbout = { via: 'carsi', institution: '曲阜大学', affiliation: 'faculty', seenAt: NOW - 1_000 };

test.each<[string, readonly WordAbout[], object, boolean]>([
  ['by its list, the name and the number', [list], {}, true],
  ['by its list without a name', [{ ...list, name: '' }], {}, true],
  ['written with spaces and in full width', [{ ...list, institution: '曲阜 大学', name: '孔 丘' }], {}, true],
  ['by a sign-in as faculty', [tie], {}, true],
  [
    'by one of several',
    [
      { ...list, institution: '别的大学' },
      { ...tie, via: 'oidc' },
    ],
    {},
    true,
  ],
  ['not where nobody says anything', [], {}, false],
  [
    'not as a student',
    [
      { ...list, kind: 'student' },
      { ...tie, affiliation: 'student' },
    ],
    {},
    false,
  ],
  ['not as staff that does not teach', [{ ...tie, affiliation: 'staff' }], {}, false],
  ['not under another name', [{ ...list, name: '颜回' }], {}, false],
  ['not for another school', [list, tie], { institution: '稷下大学' }, false],
  ['not by a line that was claimed', [{ ...list, byPhone: false }], {}, false],
  ['not by a sign-in long ago', [{ ...tie, seenAt: NOW - LIMITS.teachingWordMs - 1 }], {}, false],
])('an institution vouches %s', (_case, words, change, isVouched) => {
  expect(voucherFor(words, { ...FORM, ...change }, NOW) !== undefined).toBe(isVouched);
});

test('an applicant is told each school once, and only those that count', () => {
  expect(vouchersAmong([list, tie, { ...list, institution: '别的大学', kind: 'student' }], NOW)).toEqual([
    { institution: '曲阜大学', via: 'roster' },
  ]);
});

test('what an editor took back last is given by an editor only', () => {
  const sent = (...states: StoredApplication['state'][]) => states.map((state) => ({ state }) as StoredApplication);
  expect(mayBeVouchedFor(sent())).toBe(true);
  expect(mayBeVouchedFor(sent('pending', 'rejected', 'revoked'))).toBe(true);
  expect(mayBeVouchedFor(sent('pending', 'revoked', 'approved'))).toBe(false);
});
