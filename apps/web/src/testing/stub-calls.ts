/** Replaces `fetch`, where the client meets the server: responds by operation, and records the requests. */
import type { ErrorCode, Operation, OutputOf } from '@shufang/contract';
import { vi } from 'vitest';

export interface AskedCall {
  readonly name: string;
  readonly address: URL;
  readonly headers: Headers;
  /** Fields of the request, from its query or its body, as text. */
  readonly fields: Record<string, string>;
}

type StubbedResponse =
  | { readonly payload: unknown; readonly message?: string }
  | { readonly code: ErrorCode; readonly message: string; readonly payload?: unknown };

export const succeed = <O extends Operation>(operation: O, payload: OutputOf<O>, message = ''): [string, () => StubbedResponse] => [
  operation.path,
  () => ({ payload, message }),
];
export const refuse = (operation: Operation, code: ErrorCode, message: string): [string, () => StubbedResponse] => [
  operation.path,
  () => ({ code, message }),
];

const fieldsOf = (address: URL, body: RequestInit['body']): Record<string, string> => {
  if (typeof body === 'string') return JSON.parse(body) as Record<string, string>;
  return Object.fromEntries(body instanceof URLSearchParams ? body : address.searchParams);
};

/**
 * Sets the responses of the following requests; any other request is refused as not found. A later call replaces the responses of earlier
 * ones.
 */
export const stubCalls = (...responses: [string, () => StubbedResponse][]): { asked: AskedCall[] } => {
  const table = new Map(responses);
  const asked: AskedCall[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}): Promise<Response> => {
    const address = new URL(input, 'http://localhost');
    asked.push({ name: address.pathname, address, headers: new Headers(init.headers), fields: fieldsOf(address, init.body) });
    const response = table.get(address.pathname)?.() ?? { code: 'request.notFound' as const, message: '没有找到您要的内容' };
    return Response.json(
      'code' in response ? { payload: null, ...response } : { code: 'success', message: response.message ?? '', payload: response.payload },
    );
  });
  return { asked };
};
