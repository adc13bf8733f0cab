/** Parses amounts typed in yuan. */
import { LIMITS } from '@shufang/contract';

/**
 * Returns the amount in fen; undefined for an invalid amount. Works on the text, because 39.80 × 100 is not an integer in floating point.
 */
export const fenOf = (yuan: string): number | undefined => {
  const [, whole = '', rest = ''] = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(yuan.trim()) ?? [];
  const fen = Number(whole) * 100 + Number(rest.padEnd(2, '0'));
  return whole === '' || fen > LIMITS.priceFenMax ? undefined : fen;
};
