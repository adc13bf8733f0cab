/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */
import { makeIcon } from './make-icon.ts';

export const IconX = makeIcon('outline', 'x', ['M18 6l-12 12', 'M6 6l12 12']);
