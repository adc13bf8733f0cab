/** A server for component tests that knows every operation of the contract: it returns empty payloads, fails, or never responds. */
import * as contract from '@shufang/contract';
import { isOperation, type Operation } from '@shufang/contract';
import { vi } from 'vitest';
import { emptyPayload } from './empty-payload.ts';
import { stubCalls } from './stub-calls.ts';

type Served = ReturnType<typeof stubCalls> extends { asked: infer Asked } ? { readonly asked: Asked } : never;
type Responses = Parameters<typeof stubCalls>;

const operations: readonly Operation[] = Object.values<unknown>(contract).filter(isOperation);

/** Responds to every operation with its empty payload, except those in `responses`. */
export const serveEmpty = (...responses: Responses): Served =>
  stubCalls(...operations.map(({ path, output }): Responses[number] => [path, () => ({ payload: emptyPayload(output) })]), ...responses);

/** Responds only to the operations in `responses`; `other` responds to the rest. */
const serveOnly = (responses: Responses, other: () => Promise<Response>): void => {
  stubCalls(...responses);
  const serve = fetch;
  const paths = new Set(responses.map(([path]) => path));
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    paths.has(new URL(input, 'http://localhost').pathname) ? serve(input, init) : other(),
  );
};

/** Fails every operation with status 500, except those in `responses`. */
export const serveFailures = (...responses: Responses): void =>
  serveOnly(responses, () => Promise.resolve(new Response('{}', { status: 500 })));

/** Never responds, except to the operations in `responses`. */
export const serveNothing = (...responses: Responses): void => serveOnly(responses, () => new Promise(() => undefined));
