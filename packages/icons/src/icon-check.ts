/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */
import { makeIcon } from './make-icon.ts';

export const IconCheck = makeIcon('outline', 'check', ['M5 12l5 5l10 -10']);
