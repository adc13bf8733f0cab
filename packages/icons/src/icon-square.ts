/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */
import { makeIcon } from './make-icon.ts';

export const IconSquare = makeIcon('outline', 'square', ['M3 5a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14']);
