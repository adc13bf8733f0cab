/** Names this installation of the client among the person's others: `X-Device-Id`, and the device of synchronised changes. */
import { newId } from '@shufang/contract';
import { z } from 'zod';
import { storedValue } from './stored-value.ts';

const kept = storedValue('deviceId', z.string().regex(/^[0-9a-z]{6,32}$/));
let unkept: string | undefined;

/** Made once and kept for a year from the last start; without local storage it lives as long as the page. */
export const deviceId = (): string => {
  if (unkept !== undefined) return unkept;
  const id = kept.find() ?? newId();
  kept.store(id);
  unkept = id;
  return id;
};
