/**
 * Calls Alibaba Cloud's RPC style operations, signed by its method V3 (ACS3-HMAC-SHA256):
 * https://help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';

export interface AliyunCall {
  /** Origin of the service, such as `https://dysmsapi.aliyuncs.com`. */
  readonly endpoint: string;
  readonly action: string;
  /** Of the service's calls, such as `2017-05-25`. */
  readonly version: string;
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  /** Sent as a form in the body, where their length does not matter and no log of addresses shows them. */
  readonly params: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** The call did not bring what was asked for. `code`: the supplier's word (`Throttling`), or ours: `unreachable`, `timeout`, `unreadable`. */
export class AliyunError extends Error {
  override readonly name = 'AliyunError';
  readonly code: string;
  constructor(action: string, code: string, details: { status?: number; requestId?: string; cause?: unknown } = {}) {
    const { status, requestId, cause } = details;
    const facts = [
      code,
      ...(status === undefined ? [] : [`status ${status}`]),
      ...(requestId === undefined ? [] : [`request ${requestId}`]),
    ];
    super(`${action} failed at Aliyun: ${facts.join(', ')}`, { cause });
    this.code = code;
  }
}

const TIMEOUT_MS = 5_000;
const ALGORITHM = 'ACS3-HMAC-SHA256';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** RFC 3986: what `encodeURIComponent` leaves alone beyond the unreserved characters is encoded as well. */
const percentEncode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : a > b ? 1 : 0);

const pairs = (params: Readonly<Record<string, string>>): string =>
  Object.entries(params)
    .toSorted(byName)
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join('&');

/** The `Authorization` header of a POST to `/`. Every header given is signed; their names are small letters. */
export const signAliyunRequest = (
  request: { query: Readonly<Record<string, string>>; headers: Readonly<Record<string, string>>; body: string },
  keys: Pick<AliyunCall, 'accessKeyId' | 'accessKeySecret'>,
): string => {
  const headers = Object.entries(request.headers).toSorted(byName);
  const names = headers.map(([name]) => name).join(';');
  const lines = headers.map(([name, value]) => `${name}:${value.trim()}\n`).join('');
  const canonical = ['POST', '/', pairs(request.query), lines, names, sha256(request.body)].join('\n');
  const signature = createHmac('sha256', keys.accessKeySecret)
    .update(`${ALGORITHM}\n${sha256(canonical)}`)
    .digest('hex');
  return `${ALGORITHM} Credential=${keys.accessKeyId},SignedHeaders=${names},Signature=${signature}`;
};

const readAnswer = (text: string): Record<string, unknown> | undefined => {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? { ...answer } : undefined;
  } catch {
    return undefined;
  }
};

const textIn = (answer: Record<string, unknown> | undefined, name: string): string | undefined => {
  const value = answer?.[name];
  return typeof value === 'string' ? value : undefined;
};

/** The answer of an operation that was carried out; what its own `Code` means is for the caller. Throws `AliyunError`. */
export const callAliyun = async (call: AliyunCall): Promise<Record<string, unknown>> => {
  const { action, version, params, timeoutMs = TIMEOUT_MS } = call;
  const url = new URL('/', call.endpoint);
  const body = pairs(params);
  const headers = {
    host: url.host,
    'content-type': 'application/x-www-form-urlencoded',
    'x-acs-action': action,
    'x-acs-version': version,
    'x-acs-date': new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': randomBytes(16).toString('hex'),
    'x-acs-content-sha256': sha256(body),
  };
  const authorization = signAliyunRequest({ query: {}, headers, body }, call);
  let status: number;
  let text: string;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, accept: 'application/json', authorization },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    ({ status } = response);
    text = await response.text();
  } catch (error) {
    const late = error instanceof DOMException && error.name === 'TimeoutError';
    throw new AliyunError(action, late ? 'timeout' : 'unreachable', { cause: error });
  }
  const answer = readAnswer(text);
  const requestId = textIn(answer, 'RequestId');
  if (status !== 200) {
    throw new AliyunError(action, textIn(answer, 'Code') ?? 'unreadable', { status, ...(requestId === undefined ? {} : { requestId }) });
  }
  if (answer === undefined) throw new AliyunError(action, 'unreadable', { status });
  return answer;
};
