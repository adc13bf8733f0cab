/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */
import { makeIcon } from './make-icon.ts';

export const IconChevronDown = makeIcon('outline', 'chevron-down', ['M6 9l6 6l6 -6']);
