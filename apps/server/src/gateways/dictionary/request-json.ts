/**
 * Requests JSON of the operator's dictionary or translation service. The address is a setting of the operator, who may run the service in
 * a private network. No redirect is followed, so the service cannot make this server request another address, and the response has a limited
 * size (docs/security.md, T23).
 */
import { LookUpUnavailableError } from './dictionary-gateway.ts';

const LOOK_UP_TIMEOUT_MS = 10_000;
const RESPONSE_BYTES_MAX = 262_144;

/** Returns the JSON of the response. Throws `LookUpUnavailableError`. */
export const requestJson = async (
  { url, headers = {} }: { readonly url: string; readonly headers?: Readonly<Record<string, string>> },
  body: unknown,
  signal: AbortSignal,
): Promise<unknown> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(LOOK_UP_TIMEOUT_MS)]),
    });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw new LookUpUnavailableError(`the service responded with ${response.status}`);
    }
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body) {
      bytes += chunk.length;
      if (bytes > RESPONSE_BYTES_MAX) throw new LookUpUnavailableError('the response is too large');
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch (cause) {
    if (cause instanceof LookUpUnavailableError) throw cause;
    throw new LookUpUnavailableError('the service cannot be reached, or responded without JSON', { cause });
  }
};
