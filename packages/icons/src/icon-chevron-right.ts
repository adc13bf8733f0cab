/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */
import { makeIcon } from './make-icon.ts';

export const IconChevronRight = makeIcon('outline', 'chevron-right', ['M9 6l6 6l-6 6']);
