/** For servers of a test that are about no bounds: everybody reaches the whole platform. */
import type { CallReach } from '../http/call-reach.ts';

export const UNBOUND: CallReach = { boundsOf: async () => undefined, requireWithin: async () => undefined };
