/** Leaves out of the client what only the server reads of an operation: its summary, its permission and its access scope. */
import type { Plugin } from 'vite';

const CONTRACT = /packages[\\/]contract[\\/]src[\\/]/;
/** Pattern of a field that only the server reads; the formatter puts each on a line of its own. */
const SERVER_FIELD = /^ {2}(?:summary: '[^'\n]*'|permission: '\w+'|scope: (?:'\w+'|\{[^}\n]*\})),$/gm;

export const withoutServerFields = (): Plugin => ({
  name: 'server-fields',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) => (CONTRACT.test(id) ? { code: code.replaceAll(SERVER_FIELD, ''), map: null } : null),
});
