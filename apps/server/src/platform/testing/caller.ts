/** Callers for tests that run a use case without HTTP. */
import type { ReaderContext } from '../http/call-context.ts';
import { createLogger } from '../logger.ts';

/** Returns a signed-in caller with default values. */
export const callerOf = (userId: string, context: Partial<ReaderContext> = {}): ReaderContext => ({
  reader: { userId, sid: 'session', roles: [] },
  accessScope: undefined,
  deviceCode: 'web',
  deviceId: undefined,
  deviceCredentials: [],
  clientKey: undefined,
  address: '192.0.2.1',
  userAgent: '',
  requestId: 'request',
  appOrigin: 'http://localhost',
  log: createLogger('silent'),
  ...context,
});
