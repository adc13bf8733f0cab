/** Client-side validation of a code of the second factor. */
import { secondFactorCode } from '@shufang/contract';
import { z } from 'zod';

/** Returns the schema of a form with such a code. `missing`: the error of an empty field. */
export const secondFactorFields = (missing: string) => z.object({ code: z.string().trim().min(1, missing).pipe(secondFactorCode) });
