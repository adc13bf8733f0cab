/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */
import { makeIcon } from './make-icon.ts';

export const IconArrowRight = makeIcon('outline', 'arrow-right', ['M5 12l14 0', 'M13 18l6 -6', 'M13 6l6 6']);
