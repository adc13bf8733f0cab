/** Whether this is the client itself: false while a screen is made in the server, and while the client takes that screen over as it stands. */
import { useDeferredValue } from 'react';

/** For what only the device knows, or what comes after the first screen: in pieces then, so that a slow phone answers meanwhile. */
export const useIsHere = (): boolean => useDeferredValue(true, false);
