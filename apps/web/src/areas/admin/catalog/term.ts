/** Converts the duration of a purchased right between days (wire) and permanent, months or days (form). Pure. */

export type TermKind = 'perpetual' | 'months' | 'days';
export interface Term {
  readonly kind: TermKind;
  /** Number of months or days, depending on `kind`; 0 for a permanent right. */
  readonly count: number;
}

const DAYS_OF_MONTH = 30;
const [YEAR_MONTHS, YEAR_DAYS] = [12, 365];

/** Returns the days of a term: a month has 30 days, and twelve months have 365. Returns undefined for a permanent right. */
export const daysOfTerm = ({ kind, count }: Term): number | undefined => {
  if (kind === 'perpetual') return undefined;
  if (kind === 'days') return count;
  return Math.floor(count / YEAR_MONTHS) * YEAR_DAYS + (count % YEAR_MONTHS) * DAYS_OF_MONTH;
};

/** Returns the term for a number of days: in months if the days are a whole number of months, otherwise in days. */
export const termOfDays = (days: number | undefined): Term => {
  if (days === undefined) return { kind: 'perpetual', count: 0 };
  const [years, rest] = [Math.floor(days / YEAR_DAYS), days % YEAR_DAYS];
  const isMonths = rest % DAYS_OF_MONTH === 0 && rest / DAYS_OF_MONTH < YEAR_MONTHS;
  return isMonths ? { kind: 'months', count: years * YEAR_MONTHS + rest / DAYS_OF_MONTH } : { kind: 'days', count: days };
};
