/** Schemas of values that the user chooses and that no type of zod describes, such as a book, a file or a set of chapters. */
import { z } from 'zod';

/** Returns the schema of a value that is undefined until the user chooses one; `message` is the error while nothing is chosen. */
export const chosen = <Value>(message: string) =>
  z.unknown().refine((value) => value !== undefined, message) as z.ZodType<Value, Value | undefined>;

/** Returns the schema of a value whose type the form itself guarantees; the caller adds its rules. */
export const anyOf = <Value>() => z.unknown() as z.ZodType<Value, Value>;
