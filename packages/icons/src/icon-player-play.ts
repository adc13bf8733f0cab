/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */
import { makeIcon } from './make-icon.ts';

export const IconPlayerPlay = makeIcon('outline', 'player-play', ['M7 4v16l13 -8l-13 -8']);
