/** The device that the last sign-in signed out, stored across the following reload and shown once. */
import type { LoginResult } from '@shufang/contract';
import { z } from 'zod';
import { storedValue } from './stored-value.ts';

const LIFETIME_MS = 60_000;
const storedDevice = storedValue('replacedDevice', z.object({ name: z.string(), lastSeenAt: z.number() }), LIFETIME_MS);

export const storeReplacedDevice = ({ replaced }: Pick<LoginResult, 'replaced'>): void => {
  if (replaced === null) storedDevice.remove();
  else storedDevice.store(replaced);
};

/** Returns and deletes the stored device. */
export const takeReplacedDevice = (): NonNullable<LoginResult['replaced']> | undefined => {
  const replaced = storedDevice.find();
  storedDevice.remove();
  return replaced;
};
