/**
 * Calls Alibaba Cloud's RPC style operations, signed by its method V3 (ACS3-HMAC-SHA256):
 * https://help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';

export interface AliyunCall {
  /** Origin of the service, such as `https://dysmsapi.aliyuncs.com`. */
  readonly endpoint: string;
  readonly action: string;
  /** API version of the service, such as `2017-05-25`. */
  readonly version: string;
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  /** Parameters of the operation. They are sent as a form in the body, because a body may be long and does not appear in access logs. */
  readonly params: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/**
 * The error of a failed call. `code` is the supplier's code (such as `Throttling`), or one of this module: `unreachable`, `timeout`,
 * `unreadable`.
 */
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

/** Percent-encodes everything except the unreserved characters of RFC 3986, which is more than `encodeURIComponent` encodes. */
const percentEncode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : a > b ? 1 : 0);

const pairs = (params: Readonly<Record<string, string>>): string =>
  Object.entries(params)
    .toSorted(byName)
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join('&');

/** Returns the `Authorization` header of a POST to `/`. All given headers are signed; their names must be in lower case. */
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

const readResponse = (text: string): Record<string, unknown> | undefined => {
  try {
    const response: unknown = JSON.parse(text);
    return typeof response === 'object' && response !== null ? { ...response } : undefined;
  } catch {
    return undefined;
  }
};

const textIn = (response: Record<string, unknown> | undefined, name: string): string | undefined => {
  const value = response?.[name];
  return typeof value === 'string' ? value : undefined;
};

/** Calls an operation and returns its response; the caller interprets the `Code` in it. Throws `AliyunError`. */
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
  const response = readResponse(text);
  const requestId = textIn(response, 'RequestId');
  if (status !== 200) {
    throw new AliyunError(action, textIn(response, 'Code') ?? 'unreadable', { status, ...(requestId === undefined ? {} : { requestId }) });
  }
  if (response === undefined) throw new AliyunError(action, 'unreadable', { status });
  return response;
};
