/**
 * Cuts off requests whose body does not come. An ordinary body has one deadline; a body that is an upload (`config.bodyIsUpload` of
 * its route) may take any time, at a least rate over a sliding window. Once a call is answered, what is left of its body falls under
 * the ordinary deadline, so that nobody holds a connection by an upload that was refused.
 */
import { LIMITS } from '@shufang/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerSlowRequest } from './server-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True: the body is a file, which is given time by rate and not by a deadline. */
    bodyIsUpload?: boolean;
  }
}

export interface BodyPace {
  /** From the headers to the end of an ordinary body. */
  readonly deadlineMs: number;
  readonly uploadBytesPerSecond: number;
  /** Time the rate of an upload is averaged over. */
  readonly uploadWindowMs: number;
}

const pace: BodyPace = {
  deadlineMs: LIMITS.bodyTimeoutMs,
  uploadBytesPerSecond: LIMITS.uploadBytesPerSecondMin,
  uploadWindowMs: LIMITS.uploadRateWindowMs,
};

/** The window moves on in so many steps. */
const WINDOW_STEPS = 6;

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A call that has its answer gets no second one. Then the connection is gone. */
const cut = (request: FastifyRequest, reply: FastifyReply): void => {
  const { socket } = request.raw;
  request.log.warn({ url: request.routeOptions.url, address: request.ip }, 'request body came too slowly');
  if (reply.raw.headersSent) socket.destroy();
  else answerSlowRequest(socket);
};

/** Calls `onTooSlow` when fewer bytes than the rate asks for came within any one window. Answers how to stop. */
const watchRate = (
  receivedBytes: () => number,
  { uploadBytesPerSecond, uploadWindowMs }: BodyPace,
  onTooSlow: () => void,
): (() => void) => {
  const bytesAt = [receivedBytes()];
  const timer = setInterval(() => {
    bytesAt.push(receivedBytes());
    if (bytesAt.length <= WINDOW_STEPS) return;
    const bytes = (bytesAt.at(-1) ?? 0) - (bytesAt.shift() ?? 0);
    if (bytes < (uploadBytesPerSecond * uploadWindowMs) / 1_000) onTooSlow();
  }, uploadWindowMs / WINDOW_STEPS);
  return () => clearInterval(timer);
};

export const watchRequestBodies = (fastify: FastifyInstance, limits: BodyPace = pace): void => {
  fastify.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return;
    const { raw } = request;
    const startDeadline = (): (() => void) => {
      const timer = setTimeout(() => cut(request, reply), limits.deadlineMs);
      return () => clearTimeout(timer);
    };
    let stop = request.routeOptions.config.bodyIsUpload
      ? watchRate(
          () => raw.socket.bytesRead,
          limits,
          () => cut(request, reply),
        )
      : startDeadline();
    reply.raw.once('finish', () => {
      stop();
      // A request in process never says `complete`: its body is there from the start.
      if ('complete' in raw && !raw.complete && !raw.destroyed) stop = startDeadline();
    });
    const end = (): void => stop();
    raw.once('end', end);
    raw.once('close', end);
  });
};
