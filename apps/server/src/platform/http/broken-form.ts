/** Maps incomplete or malformed multipart forms to `request.invalid`. */
import { CodedError } from '@shufang/contract';

/** Error messages of the form parser (@fastify/busboy); its errors have no codes. */
const BROKEN = /unexpected end of multipart data|multipart: boundary|boundary required/i;

/** Runs `work`, which reads a form. Throws `request.invalid` for a malformed form, otherwise what `work` throws. */
export const readingForm = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && BROKEN.test(error.message))
      throw new CodedError('request.invalid', { reason: '表单不完整' }, { cause: error });
    throw error;
  }
};
