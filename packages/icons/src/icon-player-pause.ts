/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */
import { makeIcon } from './make-icon.ts';

export const IconPlayerPause = makeIcon('outline', 'player-pause', [
  'M6 6a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1v12a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1l0 -12',
  'M14 6a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1v12a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1l0 -12',
]);
