/** Tests that of several rights of one kind the longest applies. Dates are those of Shanghai, whatever the date in UTC. */
import { describe, expect, it, test } from 'vitest';
import type { LicenseInForce } from '../license/license-in-force.ts';
import type { Entitlement } from './entitlement.ts';
import { type AccessQuery, resolveAccess } from './resolve-access.ts';

const now = Date.UTC(2026, 10, 21);
const day = 86_400_000;
const own: Entitlement = { bookId: 'b', source: 'order', startsAt: now - day, endsAt: undefined, status: 'active' };
const schoolHolds: Entitlement = { ...own, holder: 'institution', source: 'license' };
const classHolds: Entitlement = { ...own, holder: 'class', source: 'classProbation' };
const license: LicenseInForce = { id: 'l', institution: '甲大学', mode: 'ip', bookIds: undefined, endsAt: now + 40 * day };

const rightOf = (entitlements: readonly Entitlement[], licenses: readonly LicenseInForce[] = []) => {
  const book: AccessQuery['book'] = {
    id: 'b',
    accessModel: 'paid',
    shelfState: 'published',
    trialChapters: 2,
    removalNotice: undefined,
  };
  return resolveAccess({ book, entitlements, licenses, signedIn: true, isAuthor: false, isOperator: false, now });
};

describe.each([
  ['a user', own, 'owned'],
  ['an institution', schoolHolds, 'institution'],
  ['a class', classHolds, 'class'],
] as const)('of several rights of %s', (_, right, kind) => {
  const endsOn = (days: number, change: Partial<Entitlement> = {}): Entitlement => ({ ...right, endsAt: now + days * day, ...change });

  it.each([
    ['first', [9, 1, 2]],
    ['between the others', [1, 9, 2]],
    ['last', [1, 2, 9]],
  ])('the longest applies, also when it comes %s', (__, days) => {
    const result = rightOf(days.map((each) => endsOn(each)));
    expect(result).toMatchObject({ kind, endsAt: now + 9 * day });
    expect(result.reason).toContain('可读至2026年11月30日');
  });

  it('one without an end is the longest', () => {
    const result = rightOf([endsOn(9), { ...right, endsAt: undefined }, endsOn(2)]);
    expect(result.kind).toBe(kind);
    expect(result).not.toHaveProperty('endsAt');
    expect(result.reason).toContain('可长期阅读');
  });

  it('a longer one that is not in force is ignored', () => {
    const revoked = endsOn(90, { status: 'revoked' });
    const suspended = endsOn(85, { status: 'suspended' });
    const later = endsOn(80, { startsAt: now + 1 });
    expect(rightOf([revoked, suspended, later, endsOn(9)])).toMatchObject({ kind, endsAt: now + 9 * day });
    expect(rightOf([revoked, later]).kind).toBe('trial');
  });
});

test('of the licenses of several institutions the longest applies', () => {
  const licenses = [1, 9, 2].map((days) => ({ ...license, id: `l${days}`, endsAt: now + days * day }));
  expect(rightOf([], licenses)).toMatchObject({ kind: 'institution', endsAt: now + 9 * day });
});

const midnightInShanghai = Date.UTC(2026, 11, 20, 16);

describe.each([
  ['at one in the morning', midnightInShanghai + 3_600_000, '2026年12月21日'],
  ['at midnight', midnightInShanghai, '2026年12月21日'],
  ['a millisecond before midnight', midnightInShanghai - 1, '2026年12月20日'],
  ['at midnight of UTC', Date.UTC(2026, 11, 21), '2026年12月21日'],
])('the reason of a right that ends %s in Shanghai contains the date there', (_, endsAt, date) => {
  test.each([
    ['from an entitlement of the user', () => rightOf([{ ...own, endsAt }])],
    ['from an entitlement of the institution', () => rightOf([{ ...schoolHolds, endsAt }])],
    ['from an entitlement of the class', () => rightOf([{ ...classHolds, endsAt }])],
    ['from a license', () => rightOf([], [{ ...license, endsAt }])],
  ] as const)('%s', (__, ask) => {
    expect(ask()).toMatchObject({ endsAt });
    expect(ask().reason).toMatch(new RegExp(`，可读至${date}$`));
  });
});
