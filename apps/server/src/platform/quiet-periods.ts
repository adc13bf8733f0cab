/** Quiet periods, such as examinations, in which clients do not have to install a mandatory update: the setting `UPDATE_QUIET`. */
import { z } from 'zod';
import { DAY_MS, isDay, startOfDay } from './china-time.ts';

/** A period in UTC ms; `endsAt` is not part of it. */
export interface QuietPeriod {
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Longest quiet period in days: longer, a client does not believe it, because it is not signed. */
const DAYS_MAX = 31;
const PERIOD = /^(\d{4}-\d{2}-\d{2})\/(\d{4}-\d{2}-\d{2})$/;

const parsePeriod = (text: string): QuietPeriod | undefined => {
  const [, first, last] = PERIOD.exec(text) ?? [];
  if (first === undefined || last === undefined || !isDay(first) || !isDay(last)) return undefined;
  const period = { startsAt: startOfDay(first), endsAt: startOfDay(last) + DAY_MS };
  const days = (period.endsAt - period.startsAt) / DAY_MS;
  return days >= 1 && days <= DAYS_MAX ? period : undefined;
};

/** Setting of the form `2026-06-07/2026-06-10;2026-12-20/2026-12-31`: the first and the last day, in Beijing time. */
export const quietPeriods = z
  .string()
  .default('')
  .transform((text, context) => {
    const parts = text.split(/[;；]/).map((part) => part.trim());
    const periods = parts.filter(Boolean).map(parsePeriod);
    if (periods.includes(undefined))
      context.addIssue({
        code: 'custom',
        message: `须为第一天和最后一天，每段最多 ${DAYS_MAX} 天，例如 2026-06-07/2026-06-10，几段以 ; 分开`,
      });
    return periods.filter((period) => period !== undefined);
  });

/** Returns the end of the quiet period at `now`; undefined if there is none. */
export const quietUntil = (periods: readonly QuietPeriod[], now: number): number | undefined =>
  periods.find(({ startsAt, endsAt }) => startsAt <= now && now < endsAt)?.endsAt;
