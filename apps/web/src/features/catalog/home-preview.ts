/** The preview of the front page in its address: `/?preview=now`, `/?preview=2026-12-01T08:00&drafts=no`. The time is the device's. */
import type { HomePreview } from './queries.ts';

const pad = (part: number): string => String(part).padStart(2, '0');

/** As date-time fields want it, to the minute. */
export const minuteOf = (ms: number): string => {
  const date = new Date(ms);
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
};

/** Undefined where no preview is asked for; a moment nobody can read counts as now. */
export const homePreviewOf = (params: URLSearchParams): HomePreview | undefined => {
  const moment = params.get('preview');
  if (moment === null) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(moment) ? new Date(moment).getTime() : Number.NaN;
  return { ...(Number.isNaN(at) ? {} : { at }), drafts: params.get('drafts') !== 'no' };
};

export const homePreviewAddress = ({ at, drafts }: HomePreview): string =>
  `/?preview=${at === undefined ? 'now' : minuteOf(at)}${drafts ? '' : '&drafts=no'}`;
