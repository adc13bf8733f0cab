/** Forms with files that break off or are put together wrongly: the sender's fault, told in the envelope. */
import { CodedError } from '@shufang/contract';

/** How the parser of forms (@fastify/busboy) words what is wrong with one; its errors carry nothing else to know them by. */
const BROKEN = /unexpected end of multipart data|multipart: boundary|boundary required/i;

/** Runs `work`, which reads a form. Throws `request.invalid` when the form is broken, else as `work` does. */
export const readingForm = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && BROKEN.test(error.message))
      throw new CodedError('request.invalid', { reason: '表单不完整' }, { cause: error });
    throw error;
  }
};
