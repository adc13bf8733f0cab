/** Callers of use cases, for tests that call a use case without HTTP. */
import type { CallContext, ReaderContext, SignedInReader } from '../../../platform/http/call-context.ts';
import { createLogger } from '../../../platform/logger.ts';

interface GivenCaller extends Partial<Omit<CallContext, 'reader' | 'deviceCredentials' | 'address'>> {
  readonly address?: string | undefined;
  readonly deviceCredentials?: readonly string[] | undefined;
  readonly reader?: (Partial<SignedInReader> & Pick<SignedInReader, 'userId'>) | undefined;
}

/** Returns an anonymous caller in a web browser, with the given properties. */
export const callerOf = (given: GivenCaller = {}): CallContext => ({
  accessScope: undefined,
  deviceCode: 'web',
  deviceId: undefined,
  clientKey: undefined,
  userAgent: '',
  requestId: 'request-1',
  appOrigin: 'http://localhost:9350',
  log: createLogger('silent'),
  ...given,
  address: given.address ?? '192.0.2.9',
  deviceCredentials: given.deviceCredentials ?? [],
  reader: given.reader && { sid: '', roles: ['reader'], ...given.reader },
});

/** Returns a signed-in caller. `reader`: the user id, or the user with the session. */
export const signedInCallerOf = (reader: string | NonNullable<GivenCaller['reader']>, given: GivenCaller = {}): ReaderContext => ({
  ...callerOf(given),
  reader: { sid: '', roles: ['reader'], ...(typeof reader === 'string' ? { userId: reader } : reader) },
});

/** Returns the payload of a use case's result, without its message. */
export const payloadOf = async <Result extends object>(
  result: Promise<Result>,
): Promise<Exclude<Result, { readonly payload: unknown; readonly say: string }>> => {
  const returned = await result;
  return ('say' in returned && 'payload' in returned ? returned.payload : returned) as Exclude<
    Result,
    { readonly payload: unknown; readonly say: string }
  >;
};
