/** How long a bought right lasts, as editors say it: for good, so many months, so many days. On the wire it is days. Pure. */

export type TermKind = 'perpetual' | 'months' | 'days';
export interface Term {
  readonly kind: TermKind;
  /** 0 for a right without an end. */
  readonly count: number;
}

const DAYS_OF_MONTH = 30;
const [YEAR_MONTHS, YEAR_DAYS] = [12, 365];

/** A month is 30 days and twelve are 365, so that a year is a year. Undefined: for good. */
export const daysOfTerm = ({ kind, count }: Term): number | undefined => {
  if (kind === 'perpetual') return undefined;
  if (kind === 'days') return count;
  return Math.floor(count / YEAR_MONTHS) * YEAR_DAYS + (count % YEAR_MONTHS) * DAYS_OF_MONTH;
};

/** In months where it comes out even. */
export const termOfDays = (days: number | undefined): Term => {
  if (days === undefined) return { kind: 'perpetual', count: 0 };
  const [years, rest] = [Math.floor(days / YEAR_DAYS), days % YEAR_DAYS];
  const isMonths = rest % DAYS_OF_MONTH === 0 && rest / DAYS_OF_MONTH < YEAR_MONTHS;
  return isMonths ? { kind: 'months', count: years * YEAR_MONTHS + rest / DAYS_OF_MONTH } : { kind: 'days', count: days };
};
