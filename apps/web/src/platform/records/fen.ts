/** Money as people type it. */
import { LIMITS } from '@shufang/contract';

/** Undefined for what is no price. Counted in text: 39.80 × 100 is not a whole number for a computer. */
export const fenOf = (yuan: string): number | undefined => {
  const [, whole = '', rest = ''] = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(yuan.trim()) ?? [];
  const fen = Number(whole) * 100 + Number(rest.padEnd(2, '0'));
  return whole === '' || fen > LIMITS.priceFenMax ? undefined : fen;
};
