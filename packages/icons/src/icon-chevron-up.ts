/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */
import { makeIcon } from './make-icon.ts';

export const IconChevronUp = makeIcon('outline', 'chevron-up', ['M6 15l6 -6l6 6']);
