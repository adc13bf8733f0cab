/**
 * The part of a request's URL that may be logged. Queries contain user input; parts of a path may be content tickets, codes, or a token or
 * password that was pasted in the wrong place (security.md T3, T25).
 */
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the URL contains a secret, so that the pattern of the route is logged instead. */
    pathIsSecret?: boolean;
  }
  interface FastifyRequest {
    /** What is logged instead of the path; set by a catch-all route: the pattern that the URL matches, or the name of an existing file. */
    loggablePath?: string;
  }
}

/** Format of an entity id, which is not secret. */
const ENTITY_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/i;
/** Format of a first path segment that is logged, because a user or a scanner may have typed it; any other segment may be a secret. */
const PLAIN_SEGMENT = /^[a-z][a-z-]{0,23}$/;

/** Returns the path of a URL (possibly in absolute form) without query and fragment. */
export const pathOf = (url: string): string => url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '') || '/';

/** Returns the route pattern with entity ids filled in. */
const withIds = (pattern: string, pathname: string): string => {
  const segments = pathname.split('/');
  return pattern
    .split('/')
    .map((part, index) => (part.startsWith(':') && ENTITY_ID.test(segments[index] ?? '') ? (segments[index] ?? part) : part))
    .join('/');
};

/** Returns an unknown URL as its first segment and length: `/admin…[length 57]`. */
const unknownPath = (pathname: string): string => {
  const [, first = ''] = pathname.split('/');
  return `/${PLAIN_SEGMENT.test(first) ? first : ''}…[length ${pathname.length}]`;
};

export const loggedPath = (request: FastifyRequest): string => {
  const { url: pattern, config } = request.routeOptions;
  const pathname = pathOf(request.url);
  const loggable = pattern === undefined || pattern === '/*' ? request.loggablePath : pattern;
  if (loggable === undefined) return unknownPath(pathname);
  return config.pathIsSecret === true ? loggable : withIds(loggable, pathname);
};
