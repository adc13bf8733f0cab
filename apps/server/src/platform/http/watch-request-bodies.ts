/**
 * Ends requests whose body does not arrive. An ordinary body has a deadline; an upload (`config.bodyIsUpload` of
 * its route) has a minimum rate over a sliding window instead. After the response, the rest of the body is read and
 * discarded, because a client that writes its whole body before it reads would not see the response. The ordinary deadline applies to
 * this, so that a rejected upload cannot hold a connection.
 */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HTTP_LIMITS } from './limits.ts';
import { respondToSlowRequest } from './server-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body is a file, limited by a minimum rate and not by a deadline. */
    bodyIsUpload?: boolean;
  }
}

export interface BodyTimeouts {
  /** Time limit from the headers to the end of an ordinary body. */
  readonly deadlineMs: number;
  readonly uploadBytesPerSecond: number;
  /** Window over which the rate of an upload is averaged. */
  readonly uploadWindowMs: number;
}

const defaultTimeouts: BodyTimeouts = {
  deadlineMs: HTTP_LIMITS.bodyTimeoutMs,
  uploadBytesPerSecond: HTTP_LIMITS.uploadBytesPerSecondMin,
  uploadWindowMs: HTTP_LIMITS.uploadRateWindowMs,
};

/** Number of steps of the sliding window. */
const WINDOW_STEPS = 6;

/** Whether a body arrives over a connection. The body of a request injected by a test is available from the start. */
const receivesBody = ({ headers, raw }: FastifyRequest): boolean =>
  raw.socket instanceof Socket && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** Responds unless a response was sent, and closes the connection. */
const cut = (request: FastifyRequest, reply: FastifyReply): void => {
  const { socket } = request.raw;
  request.log.warn({ url: request.routeOptions.url, address: request.ip }, 'request body came too slowly');
  if (reply.raw.headersSent) socket.destroy();
  else respondToSlowRequest(socket);
};

/** Calls `onTooSlow` when fewer bytes than the rate requires arrived within a window. Returns the function that stops watching. */
const watchRate = (
  receivedBytes: () => number,
  { uploadBytesPerSecond, uploadWindowMs }: BodyTimeouts,
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

export const watchRequestBodies = (fastify: FastifyInstance, limits: BodyTimeouts = defaultTimeouts): void => {
  fastify.addHook('onRequest', async (request, reply) => {
    if (!receivesBody(request)) return;
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
      if (raw.complete || raw.destroyed) return;
      stop = startDeadline();
      // A form parser that has stopped reading would pause the request, so it is detached.
      raw.unpipe();
      raw.resume();
    });
    const end = (): void => stop();
    raw.once('end', end);
    raw.once('close', end);
  });
};
