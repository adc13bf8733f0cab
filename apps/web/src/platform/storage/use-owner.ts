import { type Session, useSession } from '../session/session.ts';

/** Whose records are those of a person who has not signed in. */
export const ANONYMOUS_OWNER = 'anonymous';

const ownerOf = ({ userId, lapsedUserId }: Session): string => userId ?? lapsedUserId ?? ANONYMOUS_OWNER;

/** Whose marks and places this page reads and writes now: the signed-in person's, also after their session lapsed, or the device's anonymous ones. */
export const useOwner = (): string => useSession(ownerOf);

/** The same, outside of components. */
export const ownerNow = (): string => ownerOf(useSession.getState());
