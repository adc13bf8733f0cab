/** Whether this device has ever heard all of a person's records: before that, an empty list means nothing. */
import { create } from 'zustand';
import { type ReaderDatabase } from './reader-database.ts';
import { ANONYMOUS_OWNER } from './use-owner.ts';

const keyOf = (owner: string): string => `pulled:${owner}`;

/** Whose last round with the server failed, in this page: no first answer is to be awaited now. */
const useFailedRound = create<{ readonly owner: string | undefined }>(() => ({ owner: undefined }));

export const noteRoundFailed = (owner: string): void => useFailedRound.setState({ owner });

export const useHasRoundFailed = (owner: string): boolean => useFailedRound((failed) => failed.owner === owner);

export const notePull = async (db: ReaderDatabase, owner: string): Promise<void> => {
  if ((await db.meta.get(keyOf(owner))) === undefined) await db.meta.put({ key: keyOf(owner), value: Date.now() });
};

/** Always true for records that are on this device only. */
export const hasPulled = async (db: ReaderDatabase, owner: string): Promise<boolean> =>
  owner === ANONYMOUS_OWNER || (await db.meta.get(keyOf(owner))) !== undefined;
