/** Parses amounts and rates typed by finance. */

/** Returns a signed amount in yuan as fen; undefined if it is invalid or 0. */
export const signedFenOf = (yuan: string): number | undefined => {
  const [, sign = '', whole = '', rest = ''] = /^([-−]?)(\d{1,7})(?:\.(\d{1,2}))?$/.exec(yuan.trim()) ?? [];
  const fen = Number(whole) * 100 + Number(rest.padEnd(2, '0'));
  return whole === '' || fen === 0 ? undefined : sign === '' ? fen : -fen;
};

/** Returns a rate in percent as basis points, from 1 to 10,000; undefined if it is invalid. */
export const basisPointsOf = (percent: string): number | undefined => {
  const [, whole = '', rest = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(percent.trim()) ?? [];
  const bp = Number(whole) * 100 + Number(rest.padEnd(2, '0'));
  return whole === '' || bp < 1 || bp > 10_000 ? undefined : bp;
};
