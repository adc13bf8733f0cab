/** Loads the dehydrated state: responses to the initial queries of an anonymous user, embedded in the page (contract, `dehydrated-state.ts`). */
import { setTimeout } from 'node:timers/promises';
import {
  dehydratedResponseKey,
  detectInstitution,
  getBookInfo,
  getHome,
  listCourses,
  type Operation,
  queryBooks,
  SUCCESS,
} from '@shufang/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Time limit of loading the responses; afterwards the page is sent without them. */
const TIMEOUT_MS = 1_000;
/** Number of covers to preload: those visible on a phone without scrolling. */
const PRELOADED_COVERS = 3;

const urlOf = ({ path }: Operation, input: Record<string, string> = {}): string => {
  const query = new URLSearchParams(input).toString();
  return query === '' ? path : `${path}?${query}`;
};

const HOME_ROWS = ['new', 'hot', 'free', 'plan'];

/**
 * Returns the initial calls of a page, exactly as the client makes them. A mismatch is harmless: the client fetches missing responses.
 * Pages with filters in their URL have no initial calls.
 */
export const initialCalls = (address: string): string[] => {
  const [pathname = '', query = ''] = address.split('?');
  if (pathname === '/') {
    return [
      urlOf(getHome),
      ...HOME_ROWS.map((source) => urlOf(queryBooks, { source, limit: '12', facets: 'no' })),
      urlOf(detectInstitution),
    ];
  }
  if (pathname === '/course/list' && query === '') return [urlOf(listCourses)];
  if (pathname === '/book/list' && /^(?:source=\w+)?$/.test(query)) {
    return [urlOf(queryBooks, { source: query.slice('source='.length) || 'new' })];
  }
  const bookId = /^\/course\/info\/(\w+)$/.exec(pathname)?.[1];
  return bookId === undefined ? [] : [urlOf(getBookInfo, { bookId })];
};

const getHomeKey = dehydratedResponseKey(getHome.path);

export interface DehydratedState {
  readonly responses: Readonly<Record<string, unknown>>;
  /** Whether all initial calls of the page succeeded. */
  readonly isComplete: boolean;
  /** URLs of covers to preload, because they are the largest contentful paint; empty for the home page, which begins with text. */
  readonly covers: readonly string[];
}

const coversIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const cover = (value as { cover?: { url?: unknown } }).cover?.url;
  return [...(typeof cover === 'string' ? [cover] : []), ...Object.values(value).flatMap(coversIn)];
};

/** Calls the API in-process with the client's IP address and without its session. */
export const loadDehydratedState = async (
  fastify: FastifyInstance,
  request: FastifyRequest,
  asHost = request.headers.host,
): Promise<DehydratedState> => {
  const { 'x-forwarded-for': forwardedFor } = request.headers;
  const headers = {
    ...(asHost === undefined ? {} : { host: asHost }),
    ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
  };
  const remoteAddress = request.socket.remoteAddress;
  const responses: Record<string, unknown> = {};
  const pending = initialCalls(request.url).map(async (url) => {
    const response = await fastify.inject({ method: 'GET', url, headers, ...(remoteAddress === undefined ? {} : { remoteAddress }) });
    // Responses with errors are left out of the page; the client repeats these calls and handles the errors.
    const body = response.statusCode === 200 ? (response.json() as { code?: string }) : undefined;
    if (body?.code === SUCCESS) responses[dehydratedResponseKey(url)] = body;
  });
  if (pending.length > 0) await Promise.race([Promise.all(pending), setTimeout(TIMEOUT_MS, undefined, { ref: false })]);
  const covers = getHomeKey in responses ? [] : [...new Set(coversIn(Object.values(responses)))].slice(0, PRELOADED_COVERS);
  return { responses, isComplete: pending.length > 0 && Object.keys(responses).length === pending.length, covers };
};
