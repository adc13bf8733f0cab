/** Runs work on a request body that is still arriving. */
import { CodedError } from '@shufang/contract';
import type { FastifyRequest } from 'fastify';

/**
 * Returns what `work` returns, and rejects as soon as the client disconnects in the middle of the body: a parser attached too late to a closed
 * stream receives no end event and would wait forever.
 */
export const rejectOnDisconnect = async <T>({ raw }: Pick<FastifyRequest, 'raw'>, work: () => Promise<T>): Promise<T> => {
  const { promise: brokenOff, reject } = Promise.withResolvers<never>();
  const rejectIfDisconnected = (): void => {
    if (raw.readableAborted || (raw.destroyed && !raw.complete)) reject(new CodedError('request.invalid', { reason: '上传中断，请重试' }));
  };
  raw.once('close', rejectIfDisconnected);
  try {
    rejectIfDisconnected();
    return await Promise.race([brokenOff, work()]);
  } finally {
    raw.off('close', rejectIfDisconnected);
  }
};
