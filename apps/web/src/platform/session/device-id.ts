/** Id of this installation among the user's devices: `X-Device-Id`, and the device of sync changes. */
import { newId } from '@shufang/contract';
import { z } from 'zod';
import { storedValue } from './stored-value.ts';

const storedId = storedValue('deviceId', z.string().regex(/^[0-9a-z]{6,32}$/));
let cachedId: string | undefined;

/** Returns the id: created once, stored for a year from the last start; without local storage it lives as long as the page. */
export const deviceId = (): string => {
  if (cachedId !== undefined) return cachedId;
  const id = storedId.find() ?? newId();
  storedId.store(id);
  cachedId = id;
  return id;
};
