/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */
import { makeIcon } from './make-icon.ts';

export const IconPlus = makeIcon('outline', 'plus', ['M12 5l0 14', 'M5 12l14 0']);
