/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */
import { makeIcon } from './make-icon.ts';

export const IconCode = makeIcon('outline', 'code', ['M7 8l-4 4l4 4', 'M17 8l4 4l-4 4', 'M14 4l-4 16']);
