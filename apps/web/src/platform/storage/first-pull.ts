/** Whether this device has pulled all of a user's records; before that, an empty list is not conclusive. */
import { create } from 'zustand';
import { ANONYMOUS_OWNER } from './anonymous-owner.ts';
import { type ReaderDatabase } from './reader-database.ts';

const keyOf = (owner: string): string => `pulled:${owner}`;

/** The user whose last sync round failed in this page, so that no screen waits for the first pull. */
const useFailedRound = create<{ readonly owner: string | undefined }>(() => ({ owner: undefined }));

export const markSyncFailed = (owner: string): void => useFailedRound.setState({ owner });

export const useHasSyncFailed = (owner: string): boolean => useFailedRound((failed) => failed.owner === owner);

export const markPulled = async (db: ReaderDatabase, owner: string): Promise<void> => {
  if ((await db.meta.get(keyOf(owner))) === undefined) await db.meta.put({ key: keyOf(owner), value: Date.now() });
};

/** Returns whether all records of the owner are on this device; always true for records that exist only here. */
export const hasPulled = async (db: ReaderDatabase, owner: string): Promise<boolean> =>
  owner === ANONYMOUS_OWNER || (await db.meta.get(keyOf(owner))) !== undefined;
