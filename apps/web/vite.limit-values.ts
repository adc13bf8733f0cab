/** Writes the value of each limit where it is used, so that a page loads those that it needs and not the table of all. */
import type { Plugin } from 'vite';
import { LIMITS } from '../../packages/contract/src/limits.ts';

const SOURCES = /(?:packages|apps)[\\/][^?]+\.tsx?$/;
const USE = /\bLIMITS\.(\w+)\b/g;
const values: Readonly<Record<string, unknown>> = LIMITS;

export const writeLimits = (code: string): string =>
  code.replaceAll(USE, (use, name: string) => (name in values ? `(${JSON.stringify(values[name])})` : use));

export const limitValues = (): Plugin => ({
  name: 'limit-values',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) => (SOURCES.test(id) && code.includes('LIMITS.') ? { code: writeLimits(code), map: null } : null),
});
