/** Plays the server at the one seam where the client meets it, `fetch`: answers by operation, and remembers what was asked. */
import type { ErrorCode, Operation, OutputOf } from '@shufang/contract';
import { vi } from 'vitest';

export interface AskedCall {
  readonly name: string;
  readonly address: URL;
  readonly headers: Headers;
  /** Fields of the query or of the body, as text. */
  readonly fields: Record<string, string>;
}

type Answer = { readonly payload: unknown; readonly message?: string } | { readonly code: ErrorCode; readonly message: string };

export const succeed = <O extends Operation>(operation: O, payload: OutputOf<O>, message = ''): [string, () => Answer] => [
  operation.path,
  () => ({ payload, message }),
];
export const refuse = (operation: Operation, code: ErrorCode, message: string): [string, () => Answer] => [
  operation.path,
  () => ({ code, message }),
];

const fieldsOf = (address: URL, body: RequestInit['body']): Record<string, string> => {
  if (typeof body === 'string') return JSON.parse(body) as Record<string, string>;
  return Object.fromEntries(body instanceof URLSearchParams ? body : address.searchParams);
};

/** Installs the answers; anything else is refused as not found. Later calls replace earlier answers. */
export const answerCalls = (...answers: [string, () => Answer][]): { asked: AskedCall[] } => {
  const table = new Map(answers);
  const asked: AskedCall[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}): Promise<Response> => {
    const address = new URL(input, 'http://localhost');
    asked.push({ name: address.pathname, address, headers: new Headers(init.headers), fields: fieldsOf(address, init.body) });
    const answer = table.get(address.pathname)?.() ?? { code: 'request.notFound' as const, message: '没有找到您要的内容' };
    return Response.json(
      'code' in answer ? { ...answer, payload: null } : { code: 'success', message: answer.message ?? '', payload: answer.payload },
    );
  });
  return { asked };
};
