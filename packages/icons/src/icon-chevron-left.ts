/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */
import { makeIcon } from './make-icon.ts';

export const IconChevronLeft = makeIcon('outline', 'chevron-left', ['M15 6l-6 6l6 6']);
