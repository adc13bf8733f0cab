/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */
import { makeIcon } from './make-icon.ts';

export const IconPlayerSkipForward = makeIcon('outline', 'player-skip-forward', ['M4 5v14l12 -7l-12 -7', 'M20 5l0 14']);
