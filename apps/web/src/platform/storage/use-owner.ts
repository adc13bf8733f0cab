import { useSession } from '../session/session.ts';
import { ANONYMOUS_OWNER } from './reader-database.ts';

/** Whose marks and places this page reads and writes now: the signed-in person's, also after their session lapsed, or the device's anonymous ones. */
export const useOwner = (): string => useSession((session) => session.userId ?? session.lapsedUserId) ?? ANONYMOUS_OWNER;
