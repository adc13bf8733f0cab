/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */
import { makeIcon } from './make-icon.ts';

export const IconMinus = makeIcon('outline', 'minus', ['M5 12l14 0']);
