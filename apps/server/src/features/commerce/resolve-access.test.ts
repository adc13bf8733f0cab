import { type AccessRight, mayReadAll } from '@shufang/contract';
import { describe, expect, it, test } from 'vitest';
import type { Entitlement } from './entitlement.ts';
import { type AccessQuestion, type LicenceInForce, resolveAccess } from './resolve-access.ts';

const now = Date.UTC(2026, 10, 21);
const day = 86_400_000;
const gift: Entitlement = { bookId: 'b', source: 'gift', startsAt: now - day, endsAt: undefined, status: 'active' };
const probation: Entitlement = { ...gift, holder: 'class', source: 'classProbation', endsAt: now + 13.5 * day };
const schoolHolds: Entitlement = { ...gift, holder: 'institution', source: 'licence', endsAt: now + 30 * day };
const all: LicenceInForce = { id: 'l1', institution: '甲大学', mode: 'ip', bookIds: undefined, endsAt: now + 40 * day };
const named: LicenceInForce = { id: 'l2', institution: '乙学院', mode: 'ip', bookIds: new Set(['b']), endsAt: now + 20 * day };
const otherBook: LicenceInForce = { ...named, bookIds: new Set(['c']) };
const places = (taken: number, isMine = false) => ({ limit: 20, taken, isMine });
const crowded: LicenceInForce = { ...all, readers: places(20) };
const seated: LicenceInForce = { ...all, seats: places(20) };
const crowdedReason = '本校同时阅读人数已满（20 人），请稍后再试';

type Change = Partial<Omit<AccessQuestion, 'book'>> & { book?: Partial<AccessQuestion['book']> };
const ask = (change: Change = {}): AccessQuestion => ({
  entitlements: [],
  licences: [],
  signedIn: true,
  isAuthor: false,
  isOperator: false,
  now,
  ...change,
  book: { id: 'b', accessModel: 'paid', shelfState: 'published', trialChapters: 2, removalNotice: undefined, ...change.book },
});
const holding = (...entitlements: Entitlement[]): Change => ({ entitlements });
const free = { accessModel: 'free' } as const;
const untried = { trialChapters: 0 };
const off = { shelfState: 'offShelf' } as const;
const draft = { shelfState: 'draft' } as const;
const removed = { removalNotice: '主管部门要求停止使用' };

/** What is so, the question, the right, its whole reason, its source, its end. */
type Case = [string, Change, AccessRight['kind'], string, AccessRight['source']?, number?];
const cases: Case[] = [
  // free and trial, signed in or not
  ['a free book is open to a stranger', { book: free, signedIn: false }, 'free', '本书免费，可阅读全文'],
  ['a free book is open to a reader', { book: free }, 'free', '本书免费，可阅读全文'],
  ['a paid book can be tried by a stranger', { signedIn: false }, 'trial', '可试读前 2 章'],
  ['a paid book can be tried by a reader', {}, 'trial', '可试读前 2 章'],
  ['a paid book without trial says there is no right', { book: untried }, 'none', '您还没有本书的阅读权限'],
  ['a stranger is told to sign in', { book: untried, signedIn: false }, 'none', '登录后可查看您的阅读权限'],
  [
    'a book by code can be tried and says how to get it',
    { book: { accessModel: 'codeOnly', trialChapters: 1 } },
    'trial',
    '可试读前 1 章；购买纸质书后可用书码开通',
  ],
  [
    'a trial of chosen chapters does not say that it is the beginning',
    { book: { accessModel: 'codeOnly', trialChapters: 2, trialChosen: ['b1', 'b9'] } },
    'trial',
    '可试读 2 章；购买纸质书后可用书码开通',
  ],
  [
    'a book by code without trial says how to get it',
    { book: { accessModel: 'codeOnly', ...untried } },
    'none',
    '购买纸质书后可用书码开通',
  ],
  [
    'a book for institutions can be tried and says where it is read',
    { book: { accessModel: 'institutionOnly' } },
    'trial',
    '可试读前 2 章；可在购买了本书的机构的网络内，或以机构身份登录后阅读',
  ],
  [
    'a book for institutions without trial says where it is read',
    { book: { accessModel: 'institutionOnly', ...untried } },
    'none',
    '可在购买了本书的机构的网络内，或以机构身份登录后阅读',
  ],
  // owned, by what
  ['a purchase opens it', holding({ ...gift, source: 'order' }), 'owned', '您已购买本书，可长期阅读', 'order'],
  ['a code opens it', holding({ ...gift, source: 'code' }), 'owned', '您已用书码开通本书，可长期阅读', 'code'],
  ['photos of a code that failed open it', holding({ ...gift, source: 'claim' }), 'owned', '您凭纸质书照片开通了本书，可长期阅读', 'claim'],
  ['a gift opens it', holding(gift), 'owned', '您已获赠本书，可长期阅读', 'gift'],
  [
    'a sample opens it for its days',
    holding({ ...gift, source: 'sample', endsAt: now + 30 * day }),
    'owned',
    '您持有本书的样书阅读权，可读至2026年12月21日',
    'sample',
    now + 30 * day,
  ],
  ['an author reads it', holding({ ...gift, source: 'author' }), 'owned', '您是本书的作者，可长期阅读', 'author'],
  ['staff of the book read it', holding({ ...gift, source: 'staff' }), 'owned', '您是本书的工作人员，可长期阅读', 'staff'],
  ['an operator reads it', { isOperator: true }, 'owned', '您以工作人员身份阅读', 'staff'],
  [
    'an operator who bought it reads as a buyer',
    { ...holding({ ...gift, source: 'order' }), isOperator: true },
    'owned',
    '您已购买本书，可长期阅读',
    'order',
  ],
  [
    'who owns a free book is told so',
    { ...holding({ ...gift, source: 'order' }), book: free },
    'owned',
    '您已购买本书，可长期阅读',
    'order',
  ],
  [
    'of two own rights the longer is in force',
    holding({ ...gift, source: 'sample', endsAt: now + day }, { ...gift, source: 'order' }),
    'owned',
    '您已购买本书，可长期阅读',
    'order',
  ],
  [
    'of two terms the later end is in force',
    holding({ ...gift, source: 'order', endsAt: now + day }, { ...gift, source: 'code', endsAt: now + 2 * day }),
    'owned',
    '您已用书码开通本书，可读至2026年11月23日',
    'code',
    now + 2 * day,
  ],
  // when a right begins and ends, and what becomes of it
  [
    'a term is open a millisecond before its end',
    holding({ ...gift, endsAt: now + 1 }),
    'owned',
    '您已获赠本书，可读至2026年11月21日',
    'gift',
    now + 1,
  ],
  [
    'a term ends at its very millisecond',
    { ...holding({ ...gift, endsAt: now }), book: untried },
    'none',
    '您的阅读权限已到期，您还没有本书的阅读权限',
  ],
  ['a right that ended leaves the trial', holding({ ...gift, endsAt: now - 1 }), 'trial', '您的阅读权限已到期，可试读前 2 章'],
  ['a right marked as expired leaves the trial', holding({ ...gift, status: 'expired' }), 'trial', '您的阅读权限已到期，可试读前 2 章'],
  ['a right is open from its very millisecond', holding({ ...gift, startsAt: now }), 'owned', '您已获赠本书，可长期阅读', 'gift'],
  ['a right that has not begun is no right', holding({ ...gift, startsAt: now + 1 }), 'trial', '可试读前 2 章'],
  ['a right taken back is no right', holding({ ...gift, status: 'revoked' }), 'trial', '可试读前 2 章'],
  ['a suspended right says so', holding({ ...gift, status: 'suspended' }), 'trial', '您的阅读权限已暂停，可试读前 2 章'],
  [
    'a suspended right says why, where a reason was given',
    holding({ ...gift, status: 'suspended', reason: '付款有争议，核实中' }),
    'trial',
    '您的阅读权限已暂停（付款有争议，核实中），可试读前 2 章',
  ],
  [
    'a suspended right leaves another as it is',
    holding({ ...gift, status: 'suspended' }, { ...gift, source: 'code' }),
    'owned',
    '您已用书码开通本书，可长期阅读',
    'code',
  ],
  // institutions
  [
    'a network that licensed everything reads',
    { licences: [all] },
    'institution',
    '由甲大学提供（您在机构的网络内），可读至2026年12月31日',
    'institution',
    all.endsAt,
  ],
  [
    'it does so without an account',
    { licences: [all], signedIn: false },
    'institution',
    '由甲大学提供（您在机构的网络内），可读至2026年12月31日',
    'institution',
    all.endsAt,
  ],
  [
    'a network that licensed the book reads',
    { licences: [named] },
    'institution',
    '由乙学院提供（您在机构的网络内），可读至2026年12月11日',
    'institution',
    named.endsAt,
  ],
  ['a network that licensed another book does not', { licences: [otherBook] }, 'trial', '可试读前 2 章'],
  ['a licence is over at its very millisecond', { licences: [{ ...all, endsAt: now }] }, 'trial', '可试读前 2 章'],
  [
    'of two licences the longer is named',
    { licences: [named, all] },
    'institution',
    '由甲大学提供（您在机构的网络内），可读至2026年12月31日',
    'institution',
    all.endsAt,
  ],
  ['what one owns is named before the institution', { licences: [all], ...holding(gift) }, 'owned', '您已获赠本书，可长期阅读', 'gift'],
  ['a free book is free in a licensed network too', { licences: [all], book: free }, 'free', '本书免费，可阅读全文'],
  [
    'after an own right ended the institution goes on',
    { licences: [all], ...holding({ ...gift, endsAt: now }) },
    'institution',
    '由甲大学提供（您在机构的网络内），可读至2026年12月31日',
    'institution',
    all.endsAt,
  ],
  [
    'a right the institution holds is every member’s',
    holding(schoolHolds),
    'institution',
    '您所在的机构已购买本书，可读至2026年12月21日',
    'institution',
    now + 30 * day,
  ],
  [
    'a book for institutions is open where it was licensed',
    { licences: [named], book: { accessModel: 'institutionOnly' } },
    'institution',
    '由乙学院提供（您在机构的网络内），可读至2026年12月11日',
    'institution',
    named.endsAt,
  ],
  // institutions that bought for a number of people
  [
    'a free place opens it',
    { licences: [{ ...all, readers: places(19) }] },
    'institution',
    '由甲大学提供（您在机构的网络内），可读至2026年12月31日',
    'institution',
    all.endsAt,
  ],
  [
    'with all places taken the trial is left, and it is said when to come again',
    { licences: [crowded] },
    'trial',
    `${crowdedReason}；可先试读前 2 章`,
  ],
  ['with all places taken and no trial it is said when to come again', { licences: [crowded], book: untried }, 'none', crowdedReason],
  [
    'who reads already goes on',
    { licences: [{ ...all, readers: places(20, true) }] },
    'institution',
    '由甲大学提供（您在机构的网络内），可读至2026年12月31日',
    'institution',
    all.endsAt,
  ],
  [
    'who reads already goes on after the limit was lowered',
    { licences: [{ ...all, readers: places(25, true) }] },
    'institution',
    '由甲大学提供（您在机构的网络内），可读至2026年12月31日',
    'institution',
    all.endsAt,
  ],
  [
    'with all seats taken it is said when one comes free',
    { licences: [seated], book: untried },
    'none',
    '本校的 20 个阅读名额已满，30 天没有使用的名额会让出来',
  ],
  [
    'who has a seat sits',
    { licences: [{ ...all, seats: places(20, true) }] },
    'institution',
    '由甲大学提供（您在机构的网络内），可读至2026年12月31日',
    'institution',
    all.endsAt,
  ],
  [
    'a seat does not help when too many read',
    { licences: [{ ...crowded, seats: places(20, true) }], book: untried },
    'none',
    crowdedReason,
  ],
  [
    'a place is somebody’s, so a stranger is told to sign in',
    { licences: [{ ...all, seats: places(0) }], signedIn: false },
    'trial',
    '甲大学已购买本书，按人数使用，登录后可以阅读；可先试读前 2 章',
  ],
  [
    'of a full licence and another the other opens it',
    { licences: [crowded, named] },
    'institution',
    '由乙学院提供（您在机构的网络内），可读至2026年12月11日',
    'institution',
    named.endsAt,
  ],
  [
    'a licence without limit spares the places of another',
    { licences: [{ ...all, readers: places(0) }, named] },
    'institution',
    '由乙学院提供（您在机构的网络内），可读至2026年12月11日',
    'institution',
    named.endsAt,
  ],
  ['what one owns needs no place', { licences: [crowded], ...holding(gift) }, 'owned', '您已获赠本书，可长期阅读', 'gift'],
  [
    'a class reads when its institution is full',
    { licences: [crowded], ...holding(probation) },
    'class',
    '班级体验期剩 14 天，可读至2026年12月4日',
    'class',
    now + 13.5 * day,
  ],
  // classes
  [
    'a class reads while the paper book is under way',
    holding(probation),
    'class',
    '班级体验期剩 14 天，可读至2026年12月4日',
    'class',
    now + 13.5 * day,
  ],
  ['the probation of a class ends', holding({ ...probation, endsAt: now }), 'trial', '可试读前 2 章'],
  [
    'the institution is named before the class',
    { licences: [all], ...holding(probation) },
    'institution',
    '由甲大学提供（您在机构的网络内），可读至2026年12月31日',
    'institution',
    all.endsAt,
  ],
  [
    'what one owns is named before the class',
    holding(probation, { ...gift, source: 'code' }),
    'owned',
    '您已用书码开通本书，可长期阅读',
    'code',
  ],
  // who made it
  ['who made a book reads it in full', { isAuthor: true }, 'owned', '您是本书的作者，可阅读全文', 'author'],
  [
    'who made a book and bought it reads it as its author',
    { isAuthor: true, ...holding({ ...gift, source: 'order' }) },
    'owned',
    '您是本书的作者，可阅读全文',
    'author',
  ],
  ['who made a free book is its author first', { book: free, isAuthor: true }, 'owned', '您是本书的作者，可阅读全文', 'author'],
  ['a draft is open to who made it', { book: draft, isAuthor: true }, 'owned', '您是本书的作者，可阅读全文', 'author'],
  ['off the shelf stays open to who made it', { book: off, isAuthor: true }, 'owned', '您是本书的作者，可阅读全文', 'author'],
  // drafts and the shelf
  ['a draft is closed even when free', { book: { ...free, ...draft } }, 'none', '本书尚未出版'],
  ['a draft is closed to who holds a right', { book: draft, ...holding(gift) }, 'none', '本书尚未出版'],
  ['a draft is closed to a licensed network', { book: draft, licences: [all] }, 'none', '本书尚未出版'],
  ['a draft is open to an operator', { book: draft, isOperator: true }, 'owned', '您以工作人员身份阅读', 'staff'],
  ['off the shelf stays open to owners', { book: off, ...holding(gift) }, 'owned', '您已获赠本书，可长期阅读', 'gift'],
  ['off the shelf is closed to others, free or not', { book: { ...free, ...off } }, 'none', '本书已下架，仅已拥有的读者可以继续阅读'],
  ['off the shelf has no trial', { book: off }, 'none', '本书已下架，仅已拥有的读者可以继续阅读'],
  [
    'off the shelf tells an owner whose term is over',
    { book: off, ...holding({ ...gift, endsAt: now }) },
    'none',
    '您的阅读权限已到期，本书已下架，仅已拥有的读者可以继续阅读',
  ],
  [
    'off the shelf stays open to who licensed it by name',
    { book: off, licences: [named] },
    'institution',
    '由乙学院提供（您在机构的网络内），可读至2026年12月11日',
    'institution',
    named.endsAt,
  ],
  ['off the shelf is no part of everything', { book: off, licences: [all] }, 'none', '本书已下架，仅已拥有的读者可以继续阅读'],
  ['off the shelf ends the probation of classes', { book: off, ...holding(probation) }, 'none', '本书已下架，仅已拥有的读者可以继续阅读'],
  // ordered removal
  ['an order to stop reading closes a free book', { book: { ...free, ...removed } }, 'none', '本书已停止阅读：主管部门要求停止使用'],
  [
    'an order to stop reading stops owners',
    { book: removed, ...holding({ ...gift, source: 'order' }) },
    'none',
    '本书已停止阅读：主管部门要求停止使用',
  ],
  ['an order to stop reading stops institutions', { book: removed, licences: [named] }, 'none', '本书已停止阅读：主管部门要求停止使用'],
  ['an order to stop reading stops the trial', { book: removed, signedIn: false }, 'none', '本书已停止阅读：主管部门要求停止使用'],
  ['an order to stop reading stops its authors', { book: removed, isAuthor: true }, 'none', '本书已停止阅读：主管部门要求停止使用'],
  ['the publisher’s own people still open it', { book: removed, isOperator: true }, 'owned', '您以工作人员身份阅读', 'staff'],
];

describe('the right in force', () => {
  test.each(cases)('%s', (_, change, kind, reason, source, endsAt) => {
    const { openByCode, openBySignIn, full, via, ...right } = resolveAccess(ask(change));
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
  ] as const)('says that it came by %s', (mode, reason) =>
    expect(resolveAccess(ask({ licences: [{ ...all, mode }] }))).toMatchObject({ kind: 'institution', via: mode, reason }),
  );

  it('is shown by forty cases and more, each with a name and a reason of its own', () => {
    expect(cases.length).toBeGreaterThanOrEqual(40);
    expect(new Set(cases.map(([name]) => name)).size).toBe(cases.length);
    expect(new Set(cases.map(([, , kind]) => kind))).toEqual(new Set(['owned', 'institution', 'class', 'free', 'trial', 'none']));
  });
});
