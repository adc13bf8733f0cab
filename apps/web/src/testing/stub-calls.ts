/** Replaces `fetch`, where the client meets the server: responds by operation, and records the requests. */
import type { ErrorCode, Operation, OutputOf } from '@shufang/contract';
import { vi } from 'vitest';

export interface AskedCall {
  /** Path of the operation (`Operation.path`), or of the request if no response is set for it. */
  readonly name: string;
  readonly address: URL;
  readonly headers: Headers;
  /** Fields of the request, from its path, its query or its body, as text. */
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

/** Returns the parameters of the path if it is a path of the template, as in `/api/user/:provider/unbind`; null otherwise. */
const paramsOf = (template: string, path: string): Record<string, string> | null => {
  const match = new RegExp(`^${template.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(path);
  return match && { ...match.groups };
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
    const name = [...table.keys()].find((template) => paramsOf(template, address.pathname) !== null) ?? address.pathname;
    const fields = { ...paramsOf(name, address.pathname), ...fieldsOf(address, init.body) };
    asked.push({ name, address, headers: new Headers(init.headers), fields });
    const response = table.get(name)?.() ?? { code: 'request.notFound' as const, message: '没有找到您要的内容' };
    return Response.json(
      'code' in response ? { payload: null, ...response } : { code: 'success', message: response.message ?? '', payload: response.payload },
    );
  });
  return { asked };
};
