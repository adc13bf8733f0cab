/** Quiet periods, such as examinations, in which clients do not have to install a mandatory update: the setting `UPDATE_QUIET`. */
import { z } from 'zod';

/** A period in UTC ms; `endsAt` is not part of it. */
export interface QuietPeriod {
  readonly startsAt: number;
  readonly endsAt: number;
}

const DAY_MS = 86_400_000;
/** Longest quiet period in days: longer, a client does not believe it, because it is not signed. */
const DAYS_MAX = 31;
const PERIOD = /^(\d{4}-\d{2}-\d{2})\/(\d{4}-\d{2}-\d{2})$/;

/** Start of a day in Beijing, UTC ms; NaN if there is no such day. */
const startOf = (day: string): number => {
  const at = Date.parse(`${day}T00:00:00+08:00`);
  return new Date(at + 8 * 3_600_000).toJSON()?.slice(0, 10) === day ? at : Number.NaN;
};

const parsePeriod = (text: string): QuietPeriod | undefined => {
  const [, first, last] = PERIOD.exec(text) ?? [];
  if (first === undefined || last === undefined) return undefined;
  const period = { startsAt: startOf(first), endsAt: startOf(last) + DAY_MS };
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
