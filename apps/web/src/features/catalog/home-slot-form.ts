/** What an editor writes of a place of the front page, and what of it goes to the server. Pure but for the clock of the device's own days. */
import { type HomeSlotKind, type HomeSlotRecord, type HomeTargetType, type InputOf, type saveHomeSlot } from '@shufang/contract';

export interface SlotValues {
  readonly slot: HomeSlotKind;
  readonly targetType: HomeTargetType;
  readonly target: string;
  readonly title: string;
  readonly lead: string;
  readonly visible: boolean;
  /** As date fields have it: `2026-11-22`, or empty. */
  readonly from: string;
  /** The last day it is shown. */
  readonly to: string;
}

const DAY_MS = 86_400_000;

/** The day of the device's calendar as date fields want it. */
export const dayOf = (ms: number): string => {
  const date = new Date(ms);
  const pad = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
};
/** Midnight at the day's beginning; undefined for what is no day. */
const beginningOf = (day: string): number | undefined => {
  const ms = day === '' ? Number.NaN : new Date(`${day}T00:00:00`).getTime();
  return Number.isNaN(ms) ? undefined : ms;
};
/** Midnight at the day's end: the day after may be 23 hours off. */
const endOf = (day: string): number | undefined => {
  const begin = beginningOf(day);
  return begin === undefined ? undefined : beginningOf(dayOf(begin + DAY_MS * 1.5));
};

export const valuesOf = (slot: HomeSlotKind, record?: HomeSlotRecord): SlotValues => ({
  slot,
  targetType: record?.targetType ?? (slot === 'row' ? 'collection' : 'book'),
  target: record?.target ?? '',
  title: record?.title ?? '',
  lead: record?.lead ?? '',
  visible: record?.visible ?? true,
  from: record?.startAt === undefined ? '' : dayOf(record.startAt),
  to: record?.endAt === undefined ? '' : dayOf(record.endAt - 1),
});

export interface SlotFaults {
  readonly target?: 'missing' | 'outside';
  readonly title?: true;
  readonly dates?: true;
}

/** The server says the same again. */
export const faultsIn = ({ targetType, target, title, from, to }: SlotValues): SlotFaults => {
  const start = beginningOf(from);
  const end = endOf(to);
  return {
    ...(target.trim() === '' ? { target: 'missing' as const } : {}),
    ...(targetType === 'page' && target.trim() !== '' && !/^\/(?![/\\])[^\s\\]*$/.test(target.trim())
      ? { target: 'outside' as const }
      : {}),
    ...(targetType === 'page' && title.trim() === '' ? { title: true as const } : {}),
    ...(start !== undefined && end !== undefined && start >= end ? { dates: true as const } : {}),
  };
};

export const inputOf = (
  id: string | undefined,
  { slot, targetType, target, title, lead, visible, from, to }: SlotValues,
  pictureFileId: string | null | undefined,
): InputOf<typeof saveHomeSlot> => ({
  ...(id === undefined ? {} : { id }),
  slot,
  targetType,
  target: target.trim(),
  title: title.trim(),
  lead: lead.trim(),
  visible,
  startAt: beginningOf(from) ?? null,
  endAt: endOf(to) ?? null,
  ...(pictureFileId === undefined ? {} : { pictureFileId }),
});

/** How it stands now, in a word of the page. */
export const standingOf = (
  { visible, startAt, endAt, targetTitle, obstacle }: HomeSlotRecord,
  now: number,
): 'shown' | 'hidden' | 'before' | 'after' | 'gone' | NonNullable<HomeSlotRecord['obstacle']> => {
  if (targetTitle === undefined) return 'gone';
  if (!visible) return 'hidden';
  if (startAt !== undefined && now < startAt) return 'before';
  if (endAt !== undefined && now >= endAt) return 'after';
  return obstacle ?? 'shown';
};
