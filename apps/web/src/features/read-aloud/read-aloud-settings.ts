/**
 * What a user has chosen for reading aloud. Stored on the device, not in the synchronized reading preferences: the voices of two devices
 * differ, and the speed that suits one does not suit the other.
 */
import { type Locator, locator } from '@shufang/contract';
import { z } from 'zod';
import { storedValue } from '../../platform/session/stored-value.ts';

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

const settings = z.object({
  rate: z.number().min(0.5).max(3),
  voice: z.string().optional(),
  /** Whether a book with a recorded narration is read by its narrator; true if absent. */
  narrator: z.boolean().optional(),
  /** Whether footnotes and page numbers are read. */
  readsNotes: z.boolean().optional(),
});
export type ReadAloudSettings = z.output<typeof settings>;

const storedSettings = storedValue('readAloud', settings);

export const findSettings = (): ReadAloudSettings => storedSettings.find() ?? { rate: 1 };
export const storeSettings = (chosen: ReadAloudSettings): void => storedSettings.store(chosen);

/** The sentence at which the reading of a book stopped on this device, the last one only. */
const storedStop = storedValue('readAloudStop', z.object({ bookId: z.string(), locator }));

export const findStop = (bookId: string): Locator | undefined => {
  const stop = storedStop.find();
  return stop?.bookId === bookId ? stop.locator : undefined;
};
export const storeStop = (bookId: string, at: Locator): void => storedStop.store({ bookId, locator: at });
