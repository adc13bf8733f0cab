/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */
import { makeIcon } from './make-icon.ts';

export const IconArrowLeft = makeIcon('outline', 'arrow-left', ['M5 12l14 0', 'M5 12l6 6', 'M5 12l6 -6']);
