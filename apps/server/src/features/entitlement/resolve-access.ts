/** Resolves whether a caller may read a book, and why. Every page and every content ticket uses this result. */
import { type AccessModel, type AccessRight, type LicenseMode } from '@shufang/contract';
import type { CapacityUse, LicenseCapacity, LicenseInForce } from '../license/license-in-force.ts';
import { LICENSE_LIMITS } from '../license/limits.ts';
import { type Entitlement, type EntitlementSource, sourceOf } from './entitlement.ts';

export interface AccessQuery {
  readonly book: {
    readonly id: string;
    readonly accessModel: AccessModel;
    readonly shelfState: 'draft' | 'published' | 'offShelf';
    readonly trialChapters: number;
    /** The trial chapters that an editor chose; undefined: the first chapters. */
    readonly trialChosen?: readonly string[] | undefined;
    /** The message to readers if an authority ordered the removal of the book; otherwise undefined. */
    readonly removalNotice: string | undefined;
  };
  /** The entitlements of the user, and of the user's institutions and classes. */
  readonly entitlements: readonly Entitlement[];
  readonly licenses: readonly LicenseInForce[];
  /** Institutions that hold the licenses or the shared entitlements of this query. */
  readonly institutionIds?: readonly string[];
  readonly signedIn: boolean;
  /** Whether the caller's account is linked to a contributor of the book. */
  readonly isAuthor: boolean;
  /** Whether the caller is an editor or administrator with this book in the access scope, who may read every such book. */
  readonly isOperator: boolean;
  readonly now: number;
}

const DAY_MS = 86_400_000;

const ownedReasons: Record<EntitlementSource, string> = {
  gift: '您已获赠本书',
  order: '您已购买本书',
  code: '您已用书码开通本书',
  claim: '您凭纸质书照片开通了本书',
  license: '您所在的机构已购买本书',
  sample: '您持有本书的样书阅读权',
  author: '您是本书的作者',
  staff: '您是本书的工作人员',
  classProbation: '班级体验期',
};

const dateOf = (at: number): string => new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeZone: 'Asia/Shanghai' }).format(at);
const untilText = (endsAt: number | undefined): string => (endsAt === undefined ? '，可长期阅读' : `，可读至${dateOf(endsAt)}`);

const lastsLonger = (a: { endsAt: number | undefined }, b: { endsAt: number | undefined }): number =>
  (b.endsAt ?? Number.POSITIVE_INFINITY) - (a.endsAt ?? Number.POSITIVE_INFINITY);

const endOf = (endsAt: number | undefined): { endsAt?: number } => (endsAt === undefined ? {} : { endsAt });

const isInForce = ({ status, startsAt, endsAt }: Entitlement, now: number): boolean =>
  status === 'active' && startsAt <= now && (endsAt === undefined || endsAt > now);

const holds = (right: Entitlement, holder: NonNullable<Entitlement['holder']>): boolean => (right.holder ?? 'user') === holder;

/** Returns the right by the best entitlement: the user's own come before those of groups, and among them the one with the latest end. */
const ownedRight = ({ entitlements, now }: AccessQuery): AccessRight | undefined => {
  const [right] = entitlements.filter((each) => holds(each, 'user') && isInForce(each, now)).toSorted(lastsLonger);
  return (
    right && {
      kind: 'owned',
      reason: `${ownedReasons[right.source]}${untilText(right.endsAt)}`,
      source: sourceOf(right.source),
      ...endOf(right.endsAt),
    }
  );
};

const licenseReasonOf = (mode: LicenseMode): string =>
  mode === 'ip' ? '您在机构的网络内' : mode === 'roster' ? '您在机构的名单内' : '您以机构身份登录';

const isLimited = ({ seats, readers }: LicenseCapacity): boolean => seats !== undefined || readers !== undefined;

/**
 * Returns the licenses that apply to the book: for a book off the shelf only those that name it. Licenses without limits come first, then
 * those with the latest end.
 */
const licensesOfBook = ({ book, licenses, now }: AccessQuery): LicenseInForce[] => {
  const isListed = book.shelfState === 'published';
  return licenses
    .filter(({ bookIds, endsAt }) => endsAt > now && (bookIds === undefined ? isListed : bookIds.has(book.id)))
    .toSorted((a, b) => Number(isLimited(a)) - Number(isLimited(b)) || lastsLonger(a, b));
};

const isTaken = (use: CapacityUse | undefined): use is CapacityUse => use !== undefined && !use.isMine && use.taken >= use.limit;

/** Returns why the caller cannot use this license now; undefined if the caller can. A seat requires a signed-in user. */
const obstacleOf = (license: LicenseInForce, signedIn: boolean): { reason: string; full: boolean } | undefined => {
  const { institution, seats, readers } = license;
  if (isLimited(license) && !signedIn) return { reason: `${institution}已购买本书，按人数使用，登录后可以阅读`, full: false };
  if (isTaken(seats))
    return {
      reason: `本校的 ${seats.limit} 个阅读名额已满，${LICENSE_LIMITS.licenseSeatIdleMs / DAY_MS} 天没有使用的名额会让出来`,
      full: true,
    };
  if (isTaken(readers)) return { reason: `本校同时阅读人数已满（${readers.limit} 人），请稍后再试`, full: true };
  return undefined;
};

/** Returns the license by which the caller reads; undefined if there is none. */
export const findApplicableLicense = (query: AccessQuery): LicenseInForce | undefined =>
  licensesOfBook(query).find((license) => obstacleOf(license, query.signedIn) === undefined);

const institutionRight = (query: AccessQuery): AccessRight | undefined => {
  const { entitlements, now } = query;
  const license = findApplicableLicense(query);
  if (license !== undefined) {
    const reason = `由${license.institution}提供（${licenseReasonOf(license.mode)}）${untilText(license.endsAt)}`;
    return { kind: 'institution', reason, source: 'institution', via: license.mode, endsAt: license.endsAt };
  }
  const [held] = entitlements.filter((each) => holds(each, 'institution') && isInForce(each, now)).toSorted(lastsLonger);
  return (
    held && {
      kind: 'institution',
      reason: `${ownedReasons.license}${untilText(held.endsAt)}`,
      source: 'institution',
      ...endOf(held.endsAt),
    }
  );
};

const classRight = ({ book, entitlements, now }: AccessQuery): AccessRight | undefined => {
  if (book.shelfState !== 'published') return undefined;
  const [right] = entitlements.filter((each) => holds(each, 'class') && isInForce(each, now)).toSorted(lastsLonger);
  if (right === undefined) return undefined;
  const left = right.endsAt === undefined ? '' : `剩 ${Math.ceil((right.endsAt - now) / DAY_MS)} 天`;
  return {
    kind: 'class',
    reason: `${ownedReasons.classProbation}${left}${untilText(right.endsAt)}`,
    source: 'class',
    ...endOf(right.endsAt),
  };
};

/** Returns a text about the user's former entitlements, shown before their remaining options. */
const lossOf = ({ entitlements, now }: AccessQuery): string => {
  const own = entitlements.filter((right) => holds(right, 'user'));
  const suspended = own.find(({ status }) => status === 'suspended');
  if (suspended !== undefined) return `您的阅读权限已暂停${suspended.reason === undefined ? '' : `（${suspended.reason}）`}，`;
  const isOver = own.some(({ status, endsAt }) => status === 'expired' || (status === 'active' && endsAt !== undefined && endsAt <= now));
  return isOver ? '您的阅读权限已到期，' : '';
};

/** Returns the label of a trial: 试读前 2 章 (the first 2 chapters) or, for chosen chapters, 试读 2 章 (2 chapters). */
const trialOf = ({ trialChapters, trialChosen }: AccessQuery['book']): string =>
  trialChosen === undefined ? `试读前 ${trialChapters} 章` : `试读 ${trialChapters} 章`;

const behind = (query: AccessQuery, { reason, full }: { reason: string; full: boolean }): AccessRight => {
  const { trialChapters, accessModel } = query.book;
  const more = {
    ...(accessModel === 'institutionOnly' ? {} : { openByCode: true }),
    ...(full ? { full } : { openBySignIn: true }),
  };
  const line = `${lossOf(query)}${reason}`;
  if (trialChapters > 0) return { kind: 'trial', reason: `${line}；可先${trialOf(query.book)}`, ...more };
  return { kind: 'none', reason: line, ...more };
};

const otherWay: Partial<Record<AccessModel, string>> = {
  codeOnly: '购买纸质书后可用书码开通',
  institutionOnly: '可在购买了本书的机构的网络内，或以机构身份登录后阅读',
};

/** Returns what a caller without a right to the whole book may do: read the trial, or get access in another way. */
const withoutRight = (query: AccessQuery): AccessRight => {
  const { book, signedIn } = query;
  const [license] = licensesOfBook(query);
  const obstacle = license && obstacleOf(license, signedIn);
  if (obstacle !== undefined) return behind(query, obstacle);
  const loss = lossOf(query);
  const other = otherWay[book.accessModel] ?? '';
  const byCode = book.accessModel === 'institutionOnly' ? {} : { openByCode: true };
  if (book.trialChapters > 0) return { kind: 'trial', reason: `${loss}可${trialOf(book)}${other && `；${other}`}`, ...byCode };
  if (other !== '') return { kind: 'none', reason: `${loss}${other}`, ...byCode };
  return { kind: 'none', reason: `${loss}${signedIn ? '您还没有本书的阅读权限' : '登录后可查看您的阅读权限'}`, ...byCode };
};

/**
 * Returns the strongest right, in the order owned, free, institution, class, trial, none. Among owned rights, that of an author comes
 * first, because it also opens most book materials. An ordered removal overrides every right except that of operators. A draft is open only
 * to operators and its authors. A book off the shelf stays open to its owners and to institutions that licensed it by name.
 */
export const resolveAccess = (query: AccessQuery): AccessRight => {
  const { book, isOperator, isAuthor } = query;
  const staff: AccessRight | undefined = isOperator ? { kind: 'owned', reason: '您以工作人员身份阅读', source: 'staff' } : undefined;
  if (book.removalNotice !== undefined) return staff ?? { kind: 'none', reason: `本书已停止阅读：${book.removalNotice}` };
  const author: AccessRight | undefined = isAuthor
    ? { kind: 'owned', reason: `${ownedReasons.author}，可阅读全文`, source: 'author' }
    : undefined;
  if (book.shelfState === 'draft') return author ?? staff ?? { kind: 'none', reason: '本书尚未出版' };
  const owned = author ?? ownedRight(query) ?? staff;
  if (owned !== undefined) return owned;
  if (book.shelfState === 'published' && book.accessModel === 'free') return { kind: 'free', reason: '本书免费，可阅读全文' };
  const shared = institutionRight(query) ?? classRight(query);
  if (shared !== undefined) return shared;
  if (book.shelfState === 'offShelf') return { kind: 'none', reason: `${lossOf(query)}本书已下架，仅已拥有的读者可以继续阅读` };
  return withoutRight(query);
};
