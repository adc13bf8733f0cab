import { type Session, useSession } from '../session/session.ts';
import { ANONYMOUS_OWNER } from './anonymous-owner.ts';

const ownerOf = ({ userId, lapsedUserId }: Session): string => userId ?? lapsedUserId ?? ANONYMOUS_OWNER;

/**
 * Returns the owner of the records that this page uses: the signed-in user, the user whose session has lapsed, or the anonymous user of
 * this device.
 */
export const useOwner = (): string => useSession(ownerOf);

/** Returns the same owner as `useOwner`, for code outside of components. */
export const ownerNow = (): string => ownerOf(useSession.getState());
