/**
 * Cross-origin requests of the desktop client, whose page has the origin `app://client` (security.md T22). No other origin is allowed, and
 * no cookies or other credentials of the browser: the client sends its token in a header.
 */
import {
  CLIENT_KEY_HEADER,
  DESKTOP_ORIGIN,
  DEVICE_CODE_HEADER,
  DEVICE_CREDENTIAL_HEADER,
  DEVICE_ID_HEADER,
  OP_ID_HEADER,
} from '@shufang/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

const ALLOWED_HEADERS = [
  'authorization',
  'content-type',
  DEVICE_CODE_HEADER,
  DEVICE_ID_HEADER,
  DEVICE_CREDENTIAL_HEADER,
  CLIENT_KEY_HEADER,
  OP_ID_HEADER,
].join(', ');
/** Response headers that the client reads, besides those that browsers always allow. */
const EXPOSED_HEADERS = 'x-request-id, content-disposition, retry-after';
/** Time in seconds for which a browser stores the permission; Chromium limits it to two hours. */
const PREFLIGHT_SECONDS = 7200;

/**
 * Adds the CORS headers for a request of the desktop client. Returns whether the request is its preflight request, which has no further
 * response.
 */
export const allowDesktopOrigin = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>, reply: FastifyReply): boolean => {
  if (headers.origin !== DESKTOP_ORIGIN) return false;
  void reply.header('access-control-allow-origin', DESKTOP_ORIGIN).header('access-control-expose-headers', EXPOSED_HEADERS);
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
  void reply
    .header('access-control-allow-methods', 'GET, POST')
    .header('access-control-allow-headers', ALLOWED_HEADERS)
    .header('access-control-max-age', PREFLIGHT_SECONDS);
  return true;
};

/** Adds `Vary: Origin` to a response to the desktop client, beside the values that the route has set. */
export const varyByOrigin = ({ headers }: Pick<FastifyRequest, 'headers'>, reply: FastifyReply): void => {
  if (headers.origin !== DESKTOP_ORIGIN) return;
  const other = reply.getHeader('vary');
  void reply.header('vary', other === undefined ? 'origin' : `${String(other)}, origin`);
};
