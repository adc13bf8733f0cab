/** The one range of bytes a request asks for (RFC 9110, section 14). */
export interface ByteRange {
  readonly start: number;
  /** Included. */
  readonly end: number;
}

/** Undefined when there is no range to answer, or one in a form we do not know, several for example: the whole is answered then. */
export const parseByteRange = (header: string | undefined, totalBytes: number): ByteRange | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, totalBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? totalBytes - 1 : Math.min(Number(last), totalBytes - 1);
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined;
  return start > end ? 'unsatisfiable' : { start, end };
};
