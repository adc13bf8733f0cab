/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */
import { makeIcon } from './make-icon.ts';

export const IconSquares = makeIcon('outline', 'squares', [
  'M8 10a2 2 0 0 1 2 -2h9a2 2 0 0 1 2 2v9a2 2 0 0 1 -2 2h-9a2 2 0 0 1 -2 -2l0 -9',
  'M16 8v-3a2 2 0 0 0 -2 -2h-9a2 2 0 0 0 -2 2v9a2 2 0 0 0 2 2h3',
]);
