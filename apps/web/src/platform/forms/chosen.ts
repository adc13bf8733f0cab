/** Schema of a value that is undefined until the user chooses one, such as a book or a number of stars. */
import { z } from 'zod';

/** Returns the schema; `message` is the error while nothing is chosen. */
export const chosen = <Value>(message: string) =>
  z.unknown().refine((value) => value !== undefined, message) as z.ZodType<Value, Value | undefined>;
