/**
 * The URL parameters of the home page preview: `/?preview=now`, `/?preview=2026-12-01T08:00&drafts=no`. The time is in the device's time
 * zone.
 */
import type { HomePreview } from './queries.ts';

const pad = (part: number): string => String(part).padStart(2, '0');

/** Formats a time for a `datetime-local` field, to the minute. */
export const minuteOf = (ms: number): string => {
  const date = new Date(ms);
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
};

/** Reads the preview from the URL; returns undefined if none is requested. An invalid time counts as now. */
export const homePreviewOf = (params: URLSearchParams): HomePreview | undefined => {
  const moment = params.get('preview');
  if (moment === null) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(moment) ? new Date(moment).getTime() : Number.NaN;
  return { ...(Number.isNaN(at) ? {} : { at }), drafts: params.get('drafts') !== 'no' };
};

export const homePreviewAddress = ({ at, drafts }: HomePreview): string =>
  `/?preview=${at === undefined ? 'now' : minuteOf(at)}${drafts ? '' : '&drafts=no'}`;
