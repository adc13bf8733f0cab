/** Opaque page cursors: a short JSON array in base64url. An unreadable cursor is invalid input. */
import { CodedError } from '@shufang/contract';
import { z } from 'zod';

export const writeCursor = (values: readonly (string | number)[]): string => Buffer.from(JSON.stringify(values)).toString('base64url');

/** The last item of a page of a list that is ordered by a time (UTC ms) and, within it, by id. */
export interface TimeCursor {
  readonly at: number;
  readonly id: string;
}

/** Returns the content of a cursor. Throws `request.invalid` for anything this server did not write. */
export const readCursor = <T extends z.ZodType>(cursor: string | undefined, shape: T): z.output<T> | undefined => {
  if (cursor === undefined || cursor === '') return undefined;
  const fail = (): never => {
    throw new CodedError('request.invalid', { reason: '翻页参数有误，请刷新后重试' });
  };
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch (error) {
    if (error instanceof SyntaxError) return fail();
    throw error;
  }
  const parsed = shape.safeParse(value);
  return parsed.success ? parsed.data : fail();
};

const timeCursor = z.tuple([z.number().int(), z.string().regex(/^[\w-]{1,64}$/)]);

/** Returns the position in a cursor of a list ordered by time. Throws `request.invalid` for anything this server did not write. */
export const readTimeCursor = (cursor: string | undefined): TimeCursor | undefined => {
  const position = readCursor(cursor, timeCursor);
  return position && { at: position[0], id: position[1] };
};

/** Cuts a page from a list that was read with one more item than the page holds. `next`: the cursor of the next page, if there is one. */
export const pageOf = <T>(
  found: readonly T[],
  limit: number,
  cursorOf: (last: T) => string,
): { readonly items: T[]; readonly next: string | undefined } => {
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, next: last && cursorOf(last) };
};
