import { describe, expect, test } from 'vitest';
import type { Entitlement } from './entitlement.ts';
import { type AccessQuestion, mayReadAll, resolveAccess } from './resolve-access.ts';

const now = Date.UTC(2026, 10, 21);
const day = 86_400_000;
const gift: Entitlement = { bookId: 'b', source: 'gift', startsAt: now - day, endsAt: undefined, status: 'active' };
const ask = (change: Partial<Omit<AccessQuestion, 'book'>> & { book?: Partial<AccessQuestion['book']> } = {}): AccessQuestion => ({
  entitlements: [],
  signedIn: true,
  isOperator: false,
  now,
  ...change,
  book: { accessModel: 'paid', shelfState: 'published', trialChapters: 2, ...change.book },
});

describe('resolveAccess', () => {
  const cases: [string, AccessQuestion, ReturnType<typeof resolveAccess>['kind'], RegExp][] = [
    ['a free book is open to anyone', ask({ book: { accessModel: 'free' }, signedIn: false }), 'free', /免费/],
    ['a paid book without a right can be tried', ask(), 'trial', /^可试读前 2 章$/],
    ['a paid book without trial says there is no right', ask({ book: { trialChapters: 0 } }), 'none', /还没有/],
    ['a stranger is told to sign in', ask({ book: { trialChapters: 0 }, signedIn: false }), 'none', /登录后/],
    ['a gift opens a paid book for good', ask({ entitlements: [gift] }), 'owned', /获赠.*长期/],
    [
      'a term right names its end',
      ask({ entitlements: [{ ...gift, source: 'code', endsAt: now + day }] }),
      'owned',
      /书码.*2026年11月22日/,
    ],
    [
      'of two rights the longer is in force',
      ask({
        entitlements: [
          { ...gift, source: 'sample', endsAt: now + day },
          { ...gift, source: 'order' },
        ],
      }),
      'owned',
      /购买.*长期/,
    ],
    ['a right that ended leaves the trial and says so', ask({ entitlements: [{ ...gift, endsAt: now - 1 }] }), 'trial', /已到期.*试读/],
    ['a right that has not begun is no right', ask({ entitlements: [{ ...gift, startsAt: now + 1 }] }), 'trial', /试读/],
    ['a revoked right is no right', ask({ entitlements: [{ ...gift, status: 'revoked' }] }), 'trial', /试读/],
    [
      'a right ends at its very millisecond',
      ask({ entitlements: [{ ...gift, endsAt: now }], book: { trialChapters: 0 } }),
      'none',
      /已到期/,
    ],
    ['a draft is closed even when free', ask({ book: { accessModel: 'free', shelfState: 'draft' } }), 'none', /尚未出版/],
    ['a draft is open to an operator', ask({ book: { shelfState: 'draft' }, isOperator: true }), 'owned', /工作人员/],
    ['off the shelf stays open to owners', ask({ book: { shelfState: 'offShelf' }, entitlements: [gift] }), 'owned', /获赠/],
    ['off the shelf is closed to others, free or not', ask({ book: { shelfState: 'offShelf', accessModel: 'free' } }), 'none', /下架/],
    [
      'a code-only book can be tried as well',
      ask({ book: { accessModel: 'codeOnly', trialChapters: 1 } }),
      'trial',
      /^可试读前 1 章；购买纸质书后可用书码开通$/,
    ],
    [
      'a code-only book without trial says how to get it',
      ask({ book: { accessModel: 'codeOnly', trialChapters: 0 } }),
      'none',
      /^购买纸质书后可用书码开通$/,
    ],
  ];
  test.each(cases)('%s', (_, question, kind, reason) => {
    const right = resolveAccess(question);
    expect(right.kind).toBe(kind);
    expect(right.reason).toMatch(reason);
    expect(mayReadAll(right)).toBe(kind === 'owned' || kind === 'free');
  });
});
