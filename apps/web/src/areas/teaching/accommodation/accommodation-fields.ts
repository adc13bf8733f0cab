/** The fields of an accommodation as the teacher types them. Pure. */
import { type Accommodation, LIMITS } from '@shufang/contract';
import { z } from 'zod';
import { accommodationText as text } from '../../../platform/messages/zh-cn/accommodation.ts';

const WHOLE = 10_000;
const DAY_MS = 86_400_000;

const basisPointsOf = (typed: string): number | undefined => {
  const found = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(typed.trim());
  if (found === null) return undefined;
  const value = Number(found[1]) * WHOLE + Number((found[2] ?? '').padEnd(2, '0')) * 100;
  return value >= WHOLE && value <= 10 * WHOLE ? value : undefined;
};

const attemptsOf = (typed: string): number | undefined => {
  const count = typed.trim() === '' ? 0 : /^\d{1,2}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return count <= 20 ? count : undefined;
};

export const accommodationFields = z.object({
  factor: z.string().refine((typed) => basisPointsOf(typed) !== undefined, text.timeWrong),
  attempts: z.string().refine((typed) => attemptsOf(typed) !== undefined, text.attemptsWrong),
  /** A day, as a date field has it; empty without an end. */
  until: z.string(),
  note: z.string().max(LIMITS.accommodationNoteChars),
});
export type AccommodationFields = z.output<typeof accommodationFields>;

/** Returns the day of a time in the time zone of the device. */
const dayOf = (at: number): string => {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 10);
};

/** Returns the last millisecond of a day; null for an empty field. */
const endOfDay = (day: string): number | null => {
  const start = new Date(`${day}T00:00`).getTime();
  return Number.isNaN(start) ? null : start + DAY_MS - 1;
};

export const fieldsFrom = (stored: Accommodation | undefined, note: string | undefined): AccommodationFields => ({
  factor: String((stored?.timeFactorBasisPoints ?? WHOLE) / WHOLE),
  attempts: stored === undefined || stored.extraAttempts === 0 ? '' : String(stored.extraAttempts),
  until: stored === undefined || stored.validUntil === null ? '' : dayOf(stored.validUntil),
  note: note ?? '',
});

/** Returns the accommodation; null if nothing differs from what applies to everybody. */
export const accommodationFrom = ({ factor, attempts, until }: AccommodationFields): Accommodation | null => {
  const timeFactorBasisPoints = basisPointsOf(factor) ?? WHOLE;
  const extraAttempts = attemptsOf(attempts) ?? 0;
  if (timeFactorBasisPoints === WHOLE && extraAttempts === 0) return null;
  return { timeFactorBasisPoints, extraAttempts, validUntil: endOfDay(until) };
};
