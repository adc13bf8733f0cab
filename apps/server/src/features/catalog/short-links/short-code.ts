/** Creates and normalizes the short codes printed in books. */
import { randomBytes } from 'node:crypto';
import { ACTIVATION_CODE_ALPHABET } from '@shufang/contract';

const CODE_CHARS = 8;

/** Returns a new code: 40 random bits in an alphabet without ambiguous characters. */
export const makeCode = (): string => Array.from(randomBytes(CODE_CHARS), (byte) => ACTIVATION_CODE_ALPHABET[byte % 32]).join('');

/** Returns a typed code in its printed form. Codes contain no I, L, O and U, so I and L are read as 1, and O as 0. */
export const asPrinted = (typed: string): string => typed.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
