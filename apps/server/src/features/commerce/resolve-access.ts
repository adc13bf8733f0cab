/** One answer to "may this person read this book, and why": every button on every page and every content ticket follows it. */
import type { AccessModel, AccessRight } from '@shufang/contract';
import type { Entitlement, EntitlementSource } from './entitlement.ts';

export interface AccessQuestion {
  readonly book: {
    readonly accessModel: AccessModel;
    readonly shelfState: 'draft' | 'published' | 'offShelf';
    readonly trialChapters: number;
  };
  readonly entitlements: readonly Entitlement[];
  readonly signedIn: boolean;
  /** Editors and administrators read whatever the publisher holds. */
  readonly isOperator: boolean;
  readonly now: number;
}

const ownedBecause: Record<EntitlementSource, string> = {
  gift: '您已获赠本书',
  order: '您已购买本书',
  code: '您已用书码开通本书',
  sample: '您持有本书的样书阅读权',
  author: '您是本书的作者',
  staff: '您是本书的工作人员',
};

const untilText = (endsAt: number | undefined): string => {
  if (endsAt === undefined) return '，可长期阅读';
  return `，可读至${new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeZone: 'Asia/Shanghai' }).format(endsAt)}`;
};

const lastsLonger = (a: Entitlement, b: Entitlement): number =>
  (b.endsAt ?? Number.POSITIVE_INFINITY) - (a.endsAt ?? Number.POSITIVE_INFINITY);

/** The strongest right in the order owned, free, trial, none. A book off the shelf stays open to its owners only; a draft to operators only. */
export const resolveAccess = (question: AccessQuestion): AccessRight => {
  const { book, now } = question;
  const [owned] = question.entitlements
    .filter((right) => right.status === 'active' && right.startsAt <= now && (right.endsAt === undefined || right.endsAt > now))
    .toSorted(lastsLonger);
  if (owned !== undefined && book.shelfState !== 'draft') {
    return {
      kind: 'owned',
      reason: `${ownedBecause[owned.source]}${untilText(owned.endsAt)}`,
      ...(owned.endsAt === undefined ? {} : { endsAt: owned.endsAt }),
    };
  }
  if (question.isOperator) return { kind: 'owned', reason: '您以工作人员身份阅读' };
  if (book.shelfState === 'draft') return { kind: 'none', reason: '本书尚未出版' };
  if (book.shelfState === 'offShelf') return { kind: 'none', reason: '本书已下架，仅已拥有的读者可以继续阅读' };
  if (book.accessModel === 'free') return { kind: 'free', reason: '本书免费，可阅读全文' };
  const expired = question.entitlements.some((right) => right.status === 'active' && right.endsAt !== undefined && right.endsAt <= now);
  const byCode = book.accessModel === 'codeOnly' ? '购买纸质书后可用书码开通' : '';
  const prefix = expired ? '您的阅读权限已到期，' : '';
  if (book.trialChapters > 0) return { kind: 'trial', reason: `${prefix}可试读前 ${book.trialChapters} 章${byCode && `；${byCode}`}` };
  if (byCode !== '') return { kind: 'none', reason: `${prefix}${byCode}` };
  return { kind: 'none', reason: `${prefix}${question.signedIn ? '您还没有本书的阅读权限' : '登录后可查看您的阅读权限'}` };
};

/** True when every chapter is open. */
export const mayReadAll = (right: AccessRight): boolean =>
  right.kind === 'owned' || right.kind === 'free' || right.kind === 'institution' || right.kind === 'class';
