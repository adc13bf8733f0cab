import { type AccessRight, mayReadAll } from '@shufang/contract';
import { describe, expect, it, test } from 'vitest';
import type { LicenseInForce } from '../license/license-in-force.ts';
import type { Entitlement } from './entitlement.ts';
import { type AccessQuery, resolveAccess } from './resolve-access.ts';

const now = Date.UTC(2026, 10, 21);
const day = 86_400_000;
const gift: Entitlement = { bookId: 'b', source: 'gift', startsAt: now - day, endsAt: undefined, status: 'active' };
const probation: Entitlement = { ...gift, holder: 'class', source: 'classProbation', endsAt: now + 13.5 * day };
const schoolHolds: Entitlement = { ...gift, holder: 'institution', source: 'license', endsAt: now + 30 * day };
const all: LicenseInForce = { id: 'l1', institution: '甲大学', mode: 'ip', bookIds: undefined, endsAt: now + 40 * day };
const named: LicenseInForce = { id: 'l2', institution: '乙学院', mode: 'ip', bookIds: new Set(['b']), endsAt: now + 20 * day };
const otherBook: LicenseInForce = { ...named, bookIds: new Set(['c']) };
const useOf = (taken: number, isMine = false) => ({ limit: 20, taken, isMine });
const crowded: LicenseInForce = { ...all, readers: useOf(20) };
const seated: LicenseInForce = { ...all, seats: useOf(20) };
const crowdedReason = '本校同时阅读人数已满（20 人），请稍后再试';

type Change = Partial<Omit<AccessQuery, 'book'>> & { book?: Partial<AccessQuery['book']> };
const queryWith = (change: Change = {}): AccessQuery => ({
  entitlements: [],
  licenses: [],
  signedIn: true,
  isAuthor: false,
  isOperator: false,
  now,
  ...change,
  book: { id: 'b', accessModel: 'paid', shelfState: 'published', trialChapters: 2, removalNotice: undefined, ...change.book },
});
const entitledBy = (...entitlements: Entitlement[]): Change => ({ entitlements });
const free = { accessModel: 'free' } as const;
const untried = { trialChapters: 0 };
const off = { shelfState: 'offShelf' } as const;
const draft = { shelfState: 'draft' } as const;
const removed = { removalNotice: '主管部门要求停止使用' };

/** A case of the tests below: its name, the query, the expected kind, the full reason, the source and the end of the right. */
type Case = [string, Change, AccessRight['kind'], string, AccessRight['source']?, number?];
const cases: Case[] = [
  // Cases with free books and trials, for signed-in and anonymous users.
  ['a free book is open to an anonymous user', { book: free, signedIn: false }, 'free', '本书免费，可阅读全文'],
  ['a free book is open to a signed-in user', { book: free }, 'free', '本书免费，可阅读全文'],
  ['a paid book has a trial for an anonymous user', { signedIn: false }, 'trial', '可试读前 2 章'],
  ['a paid book has a trial for a signed-in user', {}, 'trial', '可试读前 2 章'],
  ['a paid book without a trial gives no right', { book: untried }, 'none', '您还没有本书的阅读权限'],
  ['an anonymous user is asked to sign in', { book: untried, signedIn: false }, 'none', '登录后可查看您的阅读权限'],
  [
    'a book sold by code has a trial and names the code',
    { book: { accessModel: 'codeOnly', trialChapters: 1 } },
    'trial',
    '可试读前 1 章；购买纸质书后可用书码开通',
  ],
  [
    'a trial of chosen chapters is not called the first chapters',
    { book: { accessModel: 'codeOnly', trialChapters: 2, trialChosen: ['b1', 'b9'] } },
    'trial',
    '可试读 2 章；购买纸质书后可用书码开通',
  ],
  [
    'a book sold by code without a trial names the code',
    { book: { accessModel: 'codeOnly', ...untried } },
    'none',
    '购买纸质书后可用书码开通',
  ],
  [
    'a book for institutions has a trial and names the ways to read it',
    { book: { accessModel: 'institutionOnly' } },
    'trial',
    '可试读前 2 章；可在购买了本书的机构的网络内，或以机构身份登录后阅读',
  ],
  [
    'a book for institutions without a trial names the ways to read it',
    { book: { accessModel: 'institutionOnly', ...untried } },
    'none',
    '可在购买了本书的机构的网络内，或以机构身份登录后阅读',
  ],
  // Cases with the user's own entitlements, by source.
  ['a purchase opens the book', entitledBy({ ...gift, source: 'order' }), 'owned', '您已购买本书，可长期阅读', 'order'],
  ['a code opens the book', entitledBy({ ...gift, source: 'code' }), 'owned', '您已用书码开通本书，可长期阅读', 'code'],
  ['an approved claim opens the book', entitledBy({ ...gift, source: 'claim' }), 'owned', '您凭纸质书照片开通了本书，可长期阅读', 'claim'],
  ['a gift opens the book', entitledBy(gift), 'owned', '您已获赠本书，可长期阅读', 'gift'],
  [
    'a sample opens the book for its term',
    entitledBy({ ...gift, source: 'sample', endsAt: now + 30 * day }),
    'owned',
    '您持有本书的样书阅读权，可读至2026年12月21日',
    'sample',
    now + 30 * day,
  ],
  ['an entitlement as author opens the book', entitledBy({ ...gift, source: 'author' }), 'owned', '您是本书的作者，可长期阅读', 'author'],
  ['an entitlement as staff opens the book', entitledBy({ ...gift, source: 'staff' }), 'owned', '您是本书的工作人员，可长期阅读', 'staff'],
  ['an operator reads the book', { isOperator: true }, 'owned', '您以工作人员身份阅读', 'staff'],
  [
    'an operator who bought the book reads it as a buyer',
    { ...entitledBy({ ...gift, source: 'order' }), isOperator: true },
    'owned',
    '您已购买本书，可长期阅读',
    'order',
  ],
  [
    'an owner of a free book owns it',
    { ...entitledBy({ ...gift, source: 'order' }), book: free },
    'owned',
    '您已购买本书，可长期阅读',
    'order',
  ],
  [
    'of two entitlements of the user the longer applies',
    entitledBy({ ...gift, source: 'sample', endsAt: now + day }, { ...gift, source: 'order' }),
    'owned',
    '您已购买本书，可长期阅读',
    'order',
  ],
  [
    'of two terms the one with the later end applies',
    entitledBy({ ...gift, source: 'order', endsAt: now + day }, { ...gift, source: 'code', endsAt: now + 2 * day }),
    'owned',
    '您已用书码开通本书，可读至2026年11月23日',
    'code',
    now + 2 * day,
  ],
  // Cases with start, end and status of an entitlement.
  [
    'an entitlement is in force a millisecond before its end',
    entitledBy({ ...gift, endsAt: now + 1 }),
    'owned',
    '您已获赠本书，可读至2026年11月21日',
    'gift',
    now + 1,
  ],
  [
    'an entitlement is not in force at its end',
    { ...entitledBy({ ...gift, endsAt: now }), book: untried },
    'none',
    '您的阅读权限已到期，您还没有本书的阅读权限',
  ],
  ['an entitlement that ended leaves the trial', entitledBy({ ...gift, endsAt: now - 1 }), 'trial', '您的阅读权限已到期，可试读前 2 章'],
  ['an expired entitlement leaves the trial', entitledBy({ ...gift, status: 'expired' }), 'trial', '您的阅读权限已到期，可试读前 2 章'],
  ['an entitlement is in force from its start', entitledBy({ ...gift, startsAt: now }), 'owned', '您已获赠本书，可长期阅读', 'gift'],
  ['an entitlement is not in force before its start', entitledBy({ ...gift, startsAt: now + 1 }), 'trial', '可试读前 2 章'],
  ['a revoked entitlement is not in force', entitledBy({ ...gift, status: 'revoked' }), 'trial', '可试读前 2 章'],
  ['a suspended entitlement is named', entitledBy({ ...gift, status: 'suspended' }), 'trial', '您的阅读权限已暂停，可试读前 2 章'],
  [
    'a suspended entitlement is named with its reason',
    entitledBy({ ...gift, status: 'suspended', reason: '付款有争议，核实中' }),
    'trial',
    '您的阅读权限已暂停（付款有争议，核实中），可试读前 2 章',
  ],
  [
    'a suspended entitlement does not affect another one',
    entitledBy({ ...gift, status: 'suspended' }, { ...gift, source: 'code' }),
    'owned',
    '您已用书码开通本书，可长期阅读',
    'code',
  ],
  // Cases with licenses of institutions.
  [
    'a license for every book opens the book',
    { licenses: [all] },
    'institution',
    '由甲大学提供（您在机构的网络内），可读至2026年12月31日',
    'institution',
    all.endsAt,
  ],
  [
    'a license for every book opens the book to an anonymous user',
    { licenses: [all], signedIn: false },
    'institution',
    '由甲大学提供（您在机构的网络内），可读至2026年12月31日',
    'institution',
    all.endsAt,
  ],
  [
    'a license for this book opens it',
    { licenses: [named] },
    'institution',
    '由乙学院提供（您在机构的网络内），可读至2026年12月11日',
    'institution',
    named.endsAt,
  ],
  ['a license for another book does not open this one', { licenses: [otherBook] }, 'trial', '可试读前 2 章'],
  ['a license is not in force at its end', { licenses: [{ ...all, endsAt: now }] }, 'trial', '可试读前 2 章'],
  [
    'of two licenses the longer is named',
    { licenses: [named, all] },
    'institution',
    '由甲大学提供（您在机构的网络内），可读至2026年12月31日',
    'institution',
    all.endsAt,
  ],
  ['an owned book is named before the institution', { licenses: [all], ...entitledBy(gift) }, 'owned', '您已获赠本书，可长期阅读', 'gift'],
  ['a free book is free with a license too', { licenses: [all], book: free }, 'free', '本书免费，可阅读全文'],
  [
    'a license applies after an entitlement of the user ended',
    { licenses: [all], ...entitledBy({ ...gift, endsAt: now }) },
    'institution',
    '由甲大学提供（您在机构的网络内），可读至2026年12月31日',
    'institution',
    all.endsAt,
  ],
  [
    'an entitlement of the institution applies to every member',
    entitledBy(schoolHolds),
    'institution',
    '您所在的机构已购买本书，可读至2026年12月21日',
    'institution',
    now + 30 * day,
  ],
  [
    'a license opens a book for institutions',
    { licenses: [named], book: { accessModel: 'institutionOnly' } },
    'institution',
    '由乙学院提供（您在机构的网络内），可读至2026年12月11日',
    'institution',
    named.endsAt,
  ],
  // Cases with licenses of limited capacity.
  [
    'a free slot opens the book',
    { licenses: [{ ...all, readers: useOf(19) }] },
    'institution',
    '由甲大学提供（您在机构的网络内），可读至2026年12月31日',
    'institution',
    all.endsAt,
  ],
  [
    'with all slots taken the trial is left, and the user is asked to retry',
    { licenses: [crowded] },
    'trial',
    `${crowdedReason}；可先试读前 2 章`,
  ],
  ['with all slots taken and no trial the user is asked to retry', { licenses: [crowded], book: untried }, 'none', crowdedReason],
  [
    'the holder of a slot continues',
    { licenses: [{ ...all, readers: useOf(20, true) }] },
    'institution',
    '由甲大学提供（您在机构的网络内），可读至2026年12月31日',
    'institution',
    all.endsAt,
  ],
  [
    'the holder of a slot continues after the limit was lowered',
    { licenses: [{ ...all, readers: useOf(25, true) }] },
    'institution',
    '由甲大学提供（您在机构的网络内），可读至2026年12月31日',
    'institution',
    all.endsAt,
  ],
  [
    'with all seats taken the message says when one is freed',
    { licenses: [seated], book: untried },
    'none',
    '本校的 20 个阅读名额已满，30 天没有使用的名额会让出来',
  ],
  [
    'the holder of a seat continues',
    { licenses: [{ ...all, seats: useOf(20, true) }] },
    'institution',
    '由甲大学提供（您在机构的网络内），可读至2026年12月31日',
    'institution',
    all.endsAt,
  ],
  [
    'a seat without a free slot does not open the book',
    { licenses: [{ ...crowded, seats: useOf(20, true) }], book: untried },
    'none',
    crowdedReason,
  ],
  [
    'a limited license requires a signed-in user',
    { licenses: [{ ...all, seats: useOf(0) }], signedIn: false },
    'trial',
    '甲大学已购买本书，按人数使用，登录后可以阅读；可先试读前 2 章',
  ],
  [
    'a second license opens the book if the first is full',
    { licenses: [crowded, named] },
    'institution',
    '由乙学院提供（您在机构的网络内），可读至2026年12月11日',
    'institution',
    named.endsAt,
  ],
  [
    'a license without a limit is used before a limited one',
    { licenses: [{ ...all, readers: useOf(0) }, named] },
    'institution',
    '由乙学院提供（您在机构的网络内），可读至2026年12月11日',
    'institution',
    named.endsAt,
  ],
  ['an owned book needs no slot', { licenses: [crowded], ...entitledBy(gift) }, 'owned', '您已获赠本书，可长期阅读', 'gift'],
  [
    'a class applies if the license is full',
    { licenses: [crowded], ...entitledBy(probation) },
    'class',
    '班级体验期剩 14 天，可读至2026年12月4日',
    'class',
    now + 13.5 * day,
  ],
  // Cases with entitlements of a class.
  [
    'a class applies during its probation',
    entitledBy(probation),
    'class',
    '班级体验期剩 14 天，可读至2026年12月4日',
    'class',
    now + 13.5 * day,
  ],
  ['a class does not apply after its probation', entitledBy({ ...probation, endsAt: now }), 'trial', '可试读前 2 章'],
  [
    'the institution is named before the class',
    { licenses: [all], ...entitledBy(probation) },
    'institution',
    '由甲大学提供（您在机构的网络内），可读至2026年12月31日',
    'institution',
    all.endsAt,
  ],
  [
    'an owned book is named before the class',
    entitledBy(probation, { ...gift, source: 'code' }),
    'owned',
    '您已用书码开通本书，可长期阅读',
    'code',
  ],
  // Cases with authors of the book.
  ['an author reads the whole book', { isAuthor: true }, 'owned', '您是本书的作者，可阅读全文', 'author'],
  [
    'an author who bought the book reads it as its author',
    { isAuthor: true, ...entitledBy({ ...gift, source: 'order' }) },
    'owned',
    '您是本书的作者，可阅读全文',
    'author',
  ],
  ['an author of a free book reads it as its author', { book: free, isAuthor: true }, 'owned', '您是本书的作者，可阅读全文', 'author'],
  ['a draft is open to its authors', { book: draft, isAuthor: true }, 'owned', '您是本书的作者，可阅读全文', 'author'],
  ['a book off the shelf stays open to its authors', { book: off, isAuthor: true }, 'owned', '您是本书的作者，可阅读全文', 'author'],
  // Cases with drafts and books off the shelf.
  ['a draft is closed even when free', { book: { ...free, ...draft } }, 'none', '本书尚未出版'],
  ['a draft is closed to owners', { book: draft, ...entitledBy(gift) }, 'none', '本书尚未出版'],
  ['a draft is closed to licensees', { book: draft, licenses: [all] }, 'none', '本书尚未出版'],
  ['a draft is open to an operator', { book: draft, isOperator: true }, 'owned', '您以工作人员身份阅读', 'staff'],
  ['a book off the shelf stays open to owners', { book: off, ...entitledBy(gift) }, 'owned', '您已获赠本书，可长期阅读', 'gift'],
  ['a free book off the shelf is closed to others', { book: { ...free, ...off } }, 'none', '本书已下架，仅已拥有的读者可以继续阅读'],
  ['a book off the shelf has no trial', { book: off }, 'none', '本书已下架，仅已拥有的读者可以继续阅读'],
  [
    'a book off the shelf is closed to owners whose term has ended',
    { book: off, ...entitledBy({ ...gift, endsAt: now }) },
    'none',
    '您的阅读权限已到期，本书已下架，仅已拥有的读者可以继续阅读',
  ],
  [
    'a book off the shelf stays open to a license that names it',
    { book: off, licenses: [named] },
    'institution',
    '由乙学院提供（您在机构的网络内），可读至2026年12月11日',
    'institution',
    named.endsAt,
  ],
  [
    'a book off the shelf is closed to a license for every book',
    { book: off, licenses: [all] },
    'none',
    '本书已下架，仅已拥有的读者可以继续阅读',
  ],
  ['a book off the shelf is closed to classes', { book: off, ...entitledBy(probation) }, 'none', '本书已下架，仅已拥有的读者可以继续阅读'],
  // Cases with ordered removals.
  ['a removed free book is closed', { book: { ...free, ...removed } }, 'none', '本书已停止阅读：主管部门要求停止使用'],
  [
    'a removed book is closed to owners',
    { book: removed, ...entitledBy({ ...gift, source: 'order' }) },
    'none',
    '本书已停止阅读：主管部门要求停止使用',
  ],
  ['a removed book is closed to licensees', { book: removed, licenses: [named] }, 'none', '本书已停止阅读：主管部门要求停止使用'],
  ['a removed book has no trial', { book: removed, signedIn: false }, 'none', '本书已停止阅读：主管部门要求停止使用'],
  ['a removed book is closed to its authors', { book: removed, isAuthor: true }, 'none', '本书已停止阅读：主管部门要求停止使用'],
  ['a removed book is open to operators', { book: removed, isOperator: true }, 'owned', '您以工作人员身份阅读', 'staff'],
];

describe('the resolved right', () => {
  test.each(cases)('%s', (_, change, kind, reason, source, endsAt) => {
    const { openByCode, openBySignIn, full, via, ...right } = resolveAccess(queryWith(change));
    expect(full ?? false).toBe(reason.includes('已满'));
    expect(openBySignIn ?? false).toBe(reason.includes('登录后可以阅读'));
    const isOnShelf = change.book?.shelfState === undefined && change.book?.removalNotice === undefined;
    expect(openByCode ?? false).toBe(['trial', 'none'].includes(kind) && isOnShelf && change.book?.accessModel !== 'institutionOnly');
    expect(right).toEqual({ kind, reason, ...(source && { source }), ...(endsAt && { endsAt }) });
    expect(via).toBe(reason.startsWith('由') ? 'ip' : undefined);
    expect(mayReadAll(right)).toBe(['owned', 'free', 'institution', 'class'].includes(kind));
  });

  test.each([
    ['ip', '由甲大学提供（您在机构的网络内），可读至2026年12月31日'],
    ['carsi', '由甲大学提供（您以机构身份登录），可读至2026年12月31日'],
    ['oidc', '由甲大学提供（您以机构身份登录），可读至2026年12月31日'],
    ['roster', '由甲大学提供（您在机构的名单内），可读至2026年12月31日'],
  ] as const)('names the mode of the license: %s', (mode, reason) =>
    expect(resolveAccess(queryWith({ licenses: [{ ...all, mode }] }))).toMatchObject({ kind: 'institution', via: mode, reason }),
  );

  it('is tested by at least forty cases with different names, and all kinds', () => {
    expect(cases.length).toBeGreaterThanOrEqual(40);
    expect(new Set(cases.map(([name]) => name)).size).toBe(cases.length);
    expect(new Set(cases.map(([, , kind]) => kind))).toEqual(new Set(['owned', 'institution', 'class', 'free', 'trial', 'none']));
  });
});
