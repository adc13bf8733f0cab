/** Deletes the reading time of a user who has switched its recording off. */
import type { Transaction } from '../../platform/database.ts';
import { deleteReadingDaysOf } from './reading-day-store.ts';

export const forgetReadingDays = (tx: Transaction, userId: string): Promise<void> => deleteReadingDaysOf(tx, userId);
