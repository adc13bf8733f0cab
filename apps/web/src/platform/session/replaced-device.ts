/** The device that the last sign-in signed out, kept across the reload that follows, to be told once. */
import type { LoginResult } from '@shufang/contract';
import { z } from 'zod';
import { storedValue } from './stored-value.ts';

const KEPT_MS = 60_000;
const kept = storedValue('replacedDevice', z.object({ name: z.string(), lastSeenAt: z.number() }), KEPT_MS);

export const keepReplacedDevice = ({ replaced }: Pick<LoginResult, 'replaced'>): void => {
  if (replaced === null) kept.remove();
  else kept.store(replaced);
};

/** Answers it once. */
export const takeReplacedDevice = (): NonNullable<LoginResult['replaced']> | undefined => {
  const replaced = kept.find();
  kept.remove();
  return replaced;
};
