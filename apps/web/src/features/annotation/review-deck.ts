/** The cards of a reader: made of their marks, which are due, which comes next. Pure; days are those of this device's calendar. */
import { type Annotation, type CardSides, type CardStanding, cardSidesOf, LIMITS, type ReviewCardRecord } from '@shufang/contract';

export interface ReviewCard {
  readonly mark: Annotation;
  readonly sides: CardSides;
  /** Absent: new. */
  readonly standing?: CardStanding | undefined;
  readonly isOut: boolean;
}

export type CardRecords = ReadonlyMap<string, ReviewCardRecord>;

/** As Anki does it: what comes again within twenty minutes is shown before that rather than after a wait. */
const LEARN_AHEAD_MS = 20 * 60_000;

/** The first moment of the day of `nowMs`; `later`: so many days after it. */
export const startOfDay = (nowMs: number, later = 0): number => {
  const day = new Date(nowMs);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + later).getTime();
};

/** Cards of those marks that make one, the taken out ones too. */
export const cardsOf = (marks: readonly Annotation[], records: CardRecords): ReviewCard[] =>
  marks.flatMap((mark) => {
    const sides = cardSidesOf(mark);
    const record = records.get(mark.id);
    return sides === undefined ? [] : [{ mark, sides, standing: record?.standing, isOut: record?.isOut === true }];
  });

/** Cards counted in days are due all day long. */
const isDue = ({ state, dueAt }: CardStanding, nowMs: number): boolean =>
  state === 'review' ? dueAt < startOfDay(nowMs, 1) : dueAt <= nowMs + LEARN_AHEAD_MS;

/** How many new cards today still has, whatever was chosen to be reviewed. */
export const freshLeftOf = (records: CardRecords, nowMs: number): number => {
  const today = startOfDay(nowMs);
  const begun = [...records.values()].filter(({ standing }) => (standing?.firstReviewedAt ?? 0) >= today).length;
  return Math.max(0, LIMITS.newCardsPerDay - begun);
};

export interface CardCounts {
  readonly due: number;
  /** New ones that today still has. */
  readonly fresh: number;
  /** Reviewed today, and not due again today. */
  readonly done: number;
  /** New ones that wait for another day. */
  readonly later: number;
  /** When the next are due that are not due now, and how many on that day. */
  readonly next?: { readonly at: number; readonly count: number } | undefined;
}

const nextOf = (waiting: readonly CardStanding[]): CardCounts['next'] => {
  if (waiting.length === 0) return undefined;
  const at = Math.min(...waiting.map(({ dueAt }) => dueAt));
  const end = startOfDay(at, 1);
  return { at, count: waiting.filter(({ dueAt }) => dueAt < end).length };
};

export const countCards = (cards: readonly ReviewCard[], freshLeft: number, nowMs: number): CardCounts => {
  const standings = cards.flatMap(({ isOut, standing }) => (isOut || standing === undefined ? [] : [standing]));
  const unseen = cards.filter(({ isOut, standing }) => !isOut && standing === undefined).length;
  const waiting = standings.filter((standing) => !isDue(standing, nowMs));
  const fresh = Math.min(unseen, freshLeft);
  return {
    due: standings.length - waiting.length,
    fresh,
    done: waiting.filter(({ reviewedAt }) => reviewedAt >= startOfDay(nowMs)).length,
    later: unseen - fresh,
    next: nextOf(waiting),
  };
};

export interface Round {
  readonly nowMs: number;
  readonly freshLeft: number;
  /** Through all of them, due or not, each once. */
  readonly isAll: boolean;
  /** Rated in this round. */
  readonly seen: ReadonlySet<string>;
}

const byDue = (a: ReviewCard, b: ReviewCard): number => (a.standing?.dueAt ?? 0) - (b.standing?.dueAt ?? 0) || byAge(a, b);
const byAge = (a: ReviewCard, b: ReviewCard): number =>
  a.mark.createdAt - b.mark.createdAt || (a.mark.id < b.mark.id ? -1 : Number(a.mark.id > b.mark.id));

/** What has come again, then what is due by days, then new ones in the order they were marked, then what comes again soon. */
export const pickNext = (cards: readonly ReviewCard[], { nowMs, freshLeft, isAll, seen }: Round): ReviewCard | undefined => {
  const active = cards.filter(({ isOut }) => !isOut);
  const minutes = active.filter(({ standing }) => standing !== undefined && standing.state !== 'review' && isDue(standing, nowMs));
  const again = minutes.filter(({ standing }) => standing !== undefined && standing.dueAt <= nowMs);
  const days = active.filter(({ mark, standing }) => standing?.state === 'review' && (isAll ? !seen.has(mark.id) : isDue(standing, nowMs)));
  const fresh = isAll || freshLeft > 0 ? active.filter(({ standing }) => standing === undefined) : [];
  return again.toSorted(byDue)[0] ?? days.toSorted(byDue)[0] ?? fresh.toSorted(byAge)[0] ?? minutes.toSorted(byDue)[0];
};
