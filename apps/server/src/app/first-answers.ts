/** What the first screen of a stranger asks, answered inside the page (contract, `first-answers.ts`). */
import { setTimeout } from 'node:timers/promises';
import {
  detectInstitution,
  firstAnswerKey,
  getBookInfo,
  getHome,
  listCourses,
  type Operation,
  queryBooks,
  SUCCESS,
} from '@shufang/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The page does not wait longer for its answers. */
const PATIENCE_MS = 1_000;
/** As many covers as stand on a telephone's first screen are fetched beside the code. */
const COVERS = 3;

const addressOf = ({ path }: Operation, input: Record<string, string> = {}): string => {
  const query = new URLSearchParams(input).toString();
  return query === '' ? path : `${path}?${query}`;
};

const HOME_ROWS = ['new', 'hot', 'free', 'plan'];

/**
 * The calls of a screen as the client makes them. One that the client makes otherwise is asked over the network as ever, so this need
 * not be complete; screens with choices in their address ask for themselves.
 */
export const firstCalls = (address: string): string[] => {
  const [pathname = '', query = ''] = address.split('?');
  if (pathname === '/') {
    return [
      addressOf(getHome),
      ...HOME_ROWS.map((source) => addressOf(queryBooks, { source, limit: '12', facets: 'no' })),
      addressOf(detectInstitution),
    ];
  }
  if (pathname === '/course/list' && query === '') return [addressOf(listCourses)];
  if (pathname === '/book/list' && /^(?:source=\w+)?$/.test(query)) {
    return [addressOf(queryBooks, { source: query.slice('source='.length) || 'new' })];
  }
  const bookId = /^\/course\/info\/(\w+)$/.exec(pathname)?.[1];
  return bookId === undefined ? [] : [addressOf(getBookInfo, { bookId })];
};

const getHomeKey = firstAnswerKey(getHome.path);

export interface FirstAnswers {
  readonly answers: Readonly<Record<string, unknown>>;
  /** All that the screen asks is there. */
  readonly isWhole: boolean;
  /** Addresses of covers that are the largest thing on the screen; the front page begins with words. */
  readonly covers: readonly string[];
}

const coversIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const cover = (value as { cover?: { url?: unknown } }).cover?.url;
  return [...(typeof cover === 'string' ? [cover] : []), ...Object.values(value).flatMap(coversIn)];
};

/** Asks the server itself, from the same address as the visitor and without their session. */
export const findFirstAnswers = async (fastify: FastifyInstance, request: FastifyRequest): Promise<FirstAnswers> => {
  const { host, 'x-forwarded-for': forwardedFor } = request.headers;
  const headers = { ...(host === undefined ? {} : { host }), ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }) };
  const remoteAddress = request.socket.remoteAddress;
  const answers: Record<string, unknown> = {};
  const asked = firstCalls(request.url).map(async (url) => {
    const answer = await fastify.inject({ method: 'GET', url, headers, ...(remoteAddress === undefined ? {} : { remoteAddress }) });
    // A refusal is said by the call itself.
    const body = answer.statusCode === 200 ? (answer.json() as { code?: string }) : undefined;
    if (body?.code === SUCCESS) answers[firstAnswerKey(url)] = body;
  });
  if (asked.length > 0) await Promise.race([Promise.all(asked), setTimeout(PATIENCE_MS, undefined, { ref: false })]);
  const covers = getHomeKey in answers ? [] : [...new Set(coversIn(Object.values(answers)))].slice(0, COVERS);
  return { answers, isWhole: asked.length > 0 && Object.keys(answers).length === asked.length, covers };
};
