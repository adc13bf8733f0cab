import { z } from 'zod';

/** A day in the user's local calendar. */
export const calendarDay = z.iso.date();
