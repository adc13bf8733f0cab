import { useKeepSynced } from './use-sync.ts';

/** Keeps the signed-in person's records level with the server wherever they are in the product; shows nothing. */
export const SyncKeeper = (): null => {
  useKeepSynced();
  return null;
};
