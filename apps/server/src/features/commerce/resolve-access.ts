/** One answer to "may this person read this book, and why": every button on every page and every content ticket follows it. */
import { type AccessModel, type AccessRight, LIMITS, type LicenceMode } from '@shufang/contract';
import { type Entitlement, type EntitlementSource, sourceOf } from './entitlement.ts';

/** What is taken of a limited number; `isMine`: the asker is among those who hold one. */
export interface PlacesTaken {
  readonly limit: number;
  readonly taken: number;
  readonly isMine: boolean;
}

/** Where an institution bought for a number of people: named seats, and readers at the same time. Absent: no limit. */
export interface LicencePlaces {
  readonly seats?: PlacesTaken;
  readonly readers?: PlacesTaken;
}

/** What an institution bought that is the asker's to use: by their network, by how they signed in, by the institution's list. */
export interface LicenceInForce extends LicencePlaces {
  readonly id: string;
  readonly institution: string;
  /** What gives the asker the right. */
  readonly mode: LicenceMode;
  /** Absent: every book that is on the shelf. */
  readonly bookIds: ReadonlySet<string> | undefined;
  readonly endsAt: number;
}

export interface AccessQuestion {
  readonly book: {
    readonly id: string;
    readonly accessModel: AccessModel;
    readonly shelfState: 'draft' | 'published' | 'offShelf';
    readonly trialChapters: number;
    /** Present: an editor chose which; else the first ones. */
    readonly trialChosen?: readonly string[] | undefined;
    /** Present: ordered out of reading. */
    readonly removalNotice: string | undefined;
  };
  /** The person's own, and those of the institutions and classes they are in. */
  readonly entitlements: readonly Entitlement[];
  readonly licences: readonly LicenceInForce[];
  readonly signedIn: boolean;
  /** The book names the asker's account among those who made it. */
  readonly isAuthor: boolean;
  /** Editors and administrators read whatever the publisher holds. */
  readonly isOperator: boolean;
  readonly now: number;
}

const DAY_MS = 86_400_000;

const ownedBecause: Record<EntitlementSource, string> = {
  gift: '您已获赠本书',
  order: '您已购买本书',
  code: '您已用书码开通本书',
  claim: '您凭纸质书照片开通了本书',
  licence: '您所在的机构已购买本书',
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

/** Own rights before those of groups, each the longest first. */
const ownedRight = ({ entitlements, now }: AccessQuestion): AccessRight | undefined => {
  const [right] = entitlements.filter((each) => holds(each, 'user') && isInForce(each, now)).toSorted(lastsLonger);
  return (
    right && {
      kind: 'owned',
      reason: `${ownedBecause[right.source]}${untilText(right.endsAt)}`,
      source: sourceOf(right.source),
      ...endOf(right.endsAt),
    }
  );
};

const becauseOf: Record<LicenceMode, string> = {
  ip: '您在机构的网络内',
  carsi: '您以机构身份登录',
  oidc: '您以机构身份登录',
  roster: '您在机构的名单内',
};

const isLimited = ({ seats, readers }: LicencePlaces): boolean => seats !== undefined || readers !== undefined;

/** Off the shelf only a licence that names the book goes on. One without limits comes first, then the longest. */
const licencesOfBook = ({ book, licences, now }: AccessQuestion): LicenceInForce[] => {
  const isListed = book.shelfState === 'published';
  return licences
    .filter(({ bookIds, endsAt }) => endsAt > now && (bookIds === undefined ? isListed : bookIds.has(book.id)))
    .toSorted((a, b) => Number(isLimited(a)) - Number(isLimited(b)) || lastsLonger(a, b));
};

const isTaken = (places: PlacesTaken | undefined): places is PlacesTaken =>
  places !== undefined && !places.isMine && places.taken >= places.limit;

/** Why this licence opens nothing for the asker now; undefined: it does. A seat belongs to a person, so it needs one. */
const obstacleOf = (licence: LicenceInForce, signedIn: boolean): { reason: string; full: boolean } | undefined => {
  const { institution, seats, readers } = licence;
  if (isLimited(licence) && !signedIn) return { reason: `${institution}已购买本书，按人数使用，登录后可以阅读`, full: false };
  if (isTaken(seats))
    return { reason: `本校的 ${seats.limit} 个阅读名额已满，${LIMITS.licenceSeatIdleMs / DAY_MS} 天没有使用的名额会让出来`, full: true };
  if (isTaken(readers)) return { reason: `本校同时阅读人数已满（${readers.limit} 人），请稍后再试`, full: true };
  return undefined;
};

/** The licence by which the asker reads; undefined: by none. */
export const findOpeningLicence = (question: AccessQuestion): LicenceInForce | undefined =>
  licencesOfBook(question).find((licence) => obstacleOf(licence, question.signedIn) === undefined);

const institutionRight = (question: AccessQuestion): AccessRight | undefined => {
  const { entitlements, now } = question;
  const licence = findOpeningLicence(question);
  if (licence !== undefined) {
    const reason = `由${licence.institution}提供（${becauseOf[licence.mode]}）${untilText(licence.endsAt)}`;
    return { kind: 'institution', reason, source: 'institution', via: licence.mode, endsAt: licence.endsAt };
  }
  const [held] = entitlements.filter((each) => holds(each, 'institution') && isInForce(each, now)).toSorted(lastsLonger);
  return (
    held && {
      kind: 'institution',
      reason: `${ownedBecause.licence}${untilText(held.endsAt)}`,
      source: 'institution',
      ...endOf(held.endsAt),
    }
  );
};

const classRight = ({ book, entitlements, now }: AccessQuestion): AccessRight | undefined => {
  if (book.shelfState !== 'published') return undefined;
  const [right] = entitlements.filter((each) => holds(each, 'class') && isInForce(each, now)).toSorted(lastsLonger);
  if (right === undefined) return undefined;
  const left = right.endsAt === undefined ? '' : `剩 ${Math.ceil((right.endsAt - now) / DAY_MS)} 天`;
  return {
    kind: 'class',
    reason: `${ownedBecause.classProbation}${left}${untilText(right.endsAt)}`,
    source: 'class',
    ...endOf(right.endsAt),
  };
};

/** What became of rights the person had: said before what is left to them. */
const lossOf = ({ entitlements, now }: AccessQuestion): string => {
  const own = entitlements.filter((right) => holds(right, 'user'));
  const suspended = own.find(({ status }) => status === 'suspended');
  if (suspended !== undefined) return `您的阅读权限已暂停${suspended.reason === undefined ? '' : `（${suspended.reason}）`}，`;
  const isOver = own.some(({ status, endsAt }) => status === 'expired' || (status === 'active' && endsAt !== undefined && endsAt <= now));
  return isOver ? '您的阅读权限已到期，' : '';
};

/** 试读前 2 章, 试读 2 章: how much, and whether it is the beginning. */
const trialOf = ({ trialChapters, trialChosen }: AccessQuestion['book']): string =>
  trialChosen === undefined ? `试读前 ${trialChapters} 章` : `试读 ${trialChapters} 章`;

const behind = (question: AccessQuestion, { reason, full }: { reason: string; full: boolean }): AccessRight => {
  const { trialChapters, accessModel } = question.book;
  const more = {
    ...(accessModel === 'institutionOnly' ? {} : { openByCode: true }),
    ...(full ? { full } : { openBySignIn: true }),
  };
  const line = `${lossOf(question)}${reason}`;
  if (trialChapters > 0) return { kind: 'trial', reason: `${line}；可先${trialOf(question.book)}`, ...more };
  return { kind: 'none', reason: line, ...more };
};

const otherWay: Partial<Record<AccessModel, string>> = {
  codeOnly: '购买纸质书后可用书码开通',
  institutionOnly: '可在购买了本书的机构的网络内，或以机构身份登录后阅读',
};

/** What is left where no right opens the book: its trial, and the other ways there are. */
const withoutRight = (question: AccessQuestion): AccessRight => {
  const { book, signedIn } = question;
  const [licence] = licencesOfBook(question);
  const obstacle = licence && obstacleOf(licence, signedIn);
  if (obstacle !== undefined) return behind(question, obstacle);
  const loss = lossOf(question);
  const other = otherWay[book.accessModel] ?? '';
  const byCode = book.accessModel === 'institutionOnly' ? {} : { openByCode: true };
  if (book.trialChapters > 0) return { kind: 'trial', reason: `${loss}可${trialOf(book)}${other && `；${other}`}`, ...byCode };
  if (other !== '') return { kind: 'none', reason: `${loss}${other}`, ...byCode };
  return { kind: 'none', reason: `${loss}${signedIn ? '您还没有本书的阅读权限' : '登录后可查看您的阅读权限'}`, ...byCode };
};

/**
 * The strongest right in the order owned, free, institution, class, trial, none; of owned ones that of who made the book, which opens
 * most of what goes with it. An order to stop reading comes before every right but the publisher's own people's; a draft is open to those
 * and to its authors alone; off the shelf a book stays open to its owners and to who licensed it by name.
 */
export const resolveAccess = (question: AccessQuestion): AccessRight => {
  const { book, isOperator, isAuthor } = question;
  const staff: AccessRight | undefined = isOperator ? { kind: 'owned', reason: '您以工作人员身份阅读', source: 'staff' } : undefined;
  if (book.removalNotice !== undefined) return staff ?? { kind: 'none', reason: `本书已停止阅读：${book.removalNotice}` };
  const author: AccessRight | undefined = isAuthor
    ? { kind: 'owned', reason: `${ownedBecause.author}，可阅读全文`, source: 'author' }
    : undefined;
  if (book.shelfState === 'draft') return author ?? staff ?? { kind: 'none', reason: '本书尚未出版' };
  const owned = author ?? ownedRight(question) ?? staff;
  if (owned !== undefined) return owned;
  if (book.shelfState === 'published' && book.accessModel === 'free') return { kind: 'free', reason: '本书免费，可阅读全文' };
  const shared = institutionRight(question) ?? classRight(question);
  if (shared !== undefined) return shared;
  if (book.shelfState === 'offShelf') return { kind: 'none', reason: `${lossOf(question)}本书已下架，仅已拥有的读者可以继续阅读` };
  return withoutRight(question);
};
