/** Parses a request for a single byte range (RFC 9110, section 14). */
export interface ByteRange {
  readonly start: number;
  /** Position of the last byte, inclusive. */
  readonly end: number;
}

/**
 * Returns the requested range. Returns undefined if the request has no range or an unsupported form, such as several ranges: the whole
 * content is then sent.
 */
export const parseByteRange = (header: string | undefined, totalBytes: number): ByteRange | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, totalBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? totalBytes - 1 : Math.min(Number(last), totalBytes - 1);
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined;
  return start > end ? 'unsatisfiable' : { start, end };
};
