import { type Session, useSession } from '../session/session.ts';

/** Owner of the records of an anonymous user. */
export const ANONYMOUS_OWNER = 'anonymous';

const ownerOf = ({ userId, lapsedUserId }: Session): string => userId ?? lapsedUserId ?? ANONYMOUS_OWNER;

/**
 * Returns the owner of the records that this page uses: the signed-in user, the user whose session has lapsed, or the anonymous user of
 * this device.
 */
export const useOwner = (): string => useSession(ownerOf);

/** Returns the same owner as `useOwner`, for code outside of components. */
export const ownerNow = (): string => ownerOf(useSession.getState());
