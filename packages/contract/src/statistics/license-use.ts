/** How the readers of an institution use its licenses, by complete months in China. Numbers about fewer than five readers are absent. */
import { z } from 'zod';
import { licenseScope } from '../license/institution-license.ts';
import { licenseState } from '../license/list-licenses.ts';

/** A month, YYYY-MM. */
export const useMonth = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, '月份有误');

export const monthOfUse = z.object({
  month: useMonth,
  /** A multiple of five. */
  readers: z.number().int().optional(),
  hours: z.number().int().optional(),
  /** COUNTER: Unique_Title_Requests and Total_Item_Requests. */
  titleRequests: z.number().int().optional(),
  itemRequests: z.number().int().optional(),
});
export type MonthOfUse = z.output<typeof monthOfUse>;

export const licenseUse = z.object({
  id: z.string(),
  contractNo: z.string(),
  scope: licenseScope,
  books: z.number().int(),
  /** Titles of the first books of the license. */
  titles: z.array(z.string()),
  startsAt: z.number().int(),
  endsAt: z.number().int(),
  state: licenseState,
  seats: z.number().int().optional(),
  concurrent: z.number().int().optional(),
  /** Seats and slots in use now; each is present only if the license limits it. */
  seatsTaken: z.number().int().optional(),
  reading: z.number().int().optional(),
  /** Readers in all months together. */
  readers: z.number().int().optional(),
  months: z.array(monthOfUse),
});
export type LicenseUse = z.output<typeof licenseUse>;
