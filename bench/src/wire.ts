/** Calls operations of the product. Returns the payload, or throws an error with the code of the refusal. */
import type { Envelope, InputOf, Operation, OutputOf } from '@shufang/contract';

const ANONYMOUS = { 'x-device-code': 'web', 'content-type': 'application/json' };

export const addressOf = (url: string, operation: Operation, input: object): string => {
  const address = new URL(operation.path, url);
  if (operation.method === 'GET') for (const [name, value] of Object.entries(input)) address.searchParams.set(name, String(value));
  return address.href;
};

/** Throws the error of `fetch` when the server does not respond. */
export const call = async <O extends Operation>(
  url: string,
  operation: O,
  input: InputOf<O>,
  headers: Record<string, string> = ANONYMOUS,
): Promise<OutputOf<O>> => {
  const fields = input as object;
  const response = await fetch(addressOf(url, operation, fields), {
    method: operation.method,
    headers,
    ...(operation.method === 'POST' ? { body: JSON.stringify(fields) } : {}),
  });
  const envelope = (await response.json()) as Envelope<OutputOf<O>>;
  if (envelope.code !== 'success' || envelope.payload === null)
    throw new Error(`${operation.name} responded with ${envelope.code}: ${envelope.message}`);
  return envelope.payload;
};
