/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */
import { makeIcon } from './make-icon.ts';

export const IconPlayerSkipBack = makeIcon('outline', 'player-skip-back', ['M20 5v14l-12 -7l12 -7', 'M4 5l0 14']);
