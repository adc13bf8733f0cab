import { useSession } from '../session/session.ts';
import { ANONYMOUS_OWNER } from './reader-database.ts';

/** Whose marks and places this page reads and writes now: the signed-in person's, or the device's anonymous ones. */
export const useOwner = (): string => useSession((session) => session.userId) ?? ANONYMOUS_OWNER;
