/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */
import { makeIcon } from './make-icon.ts';

export const IconArrowUp = makeIcon('outline', 'arrow-up', ['M12 5l0 14', 'M18 11l-6 -6', 'M6 11l6 -6']);
