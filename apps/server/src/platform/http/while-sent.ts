/** Work on a body that is still coming. */
import { CodedError } from '@shufang/contract';
import type { FastifyRequest } from 'fastify';

/**
 * What `work` does, or a refusal as soon as the caller is gone with the body half sent: a parser that was put on a dead stream too late
 * never hears of its end, and would wait for ever.
 */
export const whileSent = async <T>({ raw }: Pick<FastifyRequest, 'raw'>, work: () => Promise<T>): Promise<T> => {
  const { promise: brokenOff, reject } = Promise.withResolvers<never>();
  const lookWhetherGone = (): void => {
    if (raw.readableAborted || (raw.destroyed && !raw.complete)) reject(new CodedError('request.invalid', { reason: '上传中断，请重试' }));
  };
  raw.once('close', lookWhetherGone);
  try {
    lookWhetherGone();
    return await Promise.race([brokenOff, work()]);
  } finally {
    raw.off('close', lookWhetherGone);
  }
};
