/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */
import { makeIcon } from './make-icon.ts';

export const IconMath = makeIcon('outline', 'math', ['M19 5h-7l-4 14l-3 -6h-2', 'M14 13l6 6', 'M14 19l6 -6']);
