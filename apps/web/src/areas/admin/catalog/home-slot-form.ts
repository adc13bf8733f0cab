/** Form values of a home slot and their conversion to the request. Pure, apart from the device's time zone. */
import {
  type HomeSlotKind,
  type HomeSlotRecord,
  type HomeTargetType,
  homeSlotKind,
  homeTargetType,
  type InputOf,
  isProductPath,
  type saveHomeSlot,
} from '@shufang/contract';
import { z } from 'zod';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { dayOf, endOfDay, startOfDay } from '../../../platform/records/days.ts';

const text = adminCatalogText.home;

export interface SlotValues {
  readonly slot: HomeSlotKind;
  readonly targetType: HomeTargetType;
  readonly target: string;
  readonly title: string;
  readonly lead: string;
  readonly visible: boolean;
  /** First day on which the slot is shown, as the value of a date field: `2026-11-22`, or empty. */
  readonly from: string;
  /** Last day on which the slot is shown, as the value of a date field: `2026-11-22`, or empty. */
  readonly to: string;
}

/** Condition of a rule that also applies if other fields are invalid, so that all errors are shown together. */
const always = (): boolean => true;

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

/** Schema of the form values. The server applies the same rules. */
export const slotFields = z
  .object({
    slot: homeSlotKind,
    targetType: homeTargetType,
    target: z.string().refine((target) => target.trim() !== '', text.targetNeeded),
    title: z.string(),
    lead: z.string(),
    visible: z.boolean(),
    from: z.string(),
    to: z.string(),
  })
  .refine(({ targetType, target }) => targetType !== 'page' || isProductPath(target.trim()), {
    path: ['target'],
    error: text.pageWrong,
    when: always,
  })
  .refine(({ targetType, title }) => targetType !== 'page' || title.trim() !== '', {
    path: ['title'],
    error: text.nameNeeded,
    when: always,
  })
  .refine(({ from, to }) => (startOfDay(from) ?? Number.NEGATIVE_INFINITY) < (endOfDay(to) ?? Number.POSITIVE_INFINITY), {
    path: ['from'],
    error: text.datesWrong,
    when: always,
  });

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
  startAt: startOfDay(from) ?? null,
  endAt: endOfDay(to) ?? null,
  ...(pictureFileId === undefined ? {} : { pictureFileId }),
});

/** Returns whether the home slot is shown at `now`, and if not, the reason. */
export const statusOf = (
  { visible, startAt, endAt, targetTitle, obstacle }: HomeSlotRecord,
  now: number,
): 'shown' | 'hidden' | 'before' | 'after' | 'gone' | NonNullable<HomeSlotRecord['obstacle']> => {
  if (targetTitle === undefined) return 'gone';
  if (!visible) return 'hidden';
  if (startAt !== undefined && now < startAt) return 'before';
  if (endAt !== undefined && now >= endAt) return 'after';
  return obstacle ?? 'shown';
};
