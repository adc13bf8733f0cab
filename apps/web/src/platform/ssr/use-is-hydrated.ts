/** Returns false during server-side rendering and hydration, then true. */
import { useDeferredValue } from 'react';

/**
 * Returns whether to show content that depends on the device or is not server-rendered. Deferred, so that a slow phone stays responsive.
 */
export const useIsHydrated = (): boolean => useDeferredValue(true, false);
