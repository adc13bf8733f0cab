/** Opaque page cursors: a short JSON array in base64url. One that cannot be read is refused as bad input. */
import { CodedError } from '@shufang/contract';
import { z } from 'zod';

export const writeCursor = (parts: readonly (string | number)[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** Throws `request.invalid` for anything this server did not write. */
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
