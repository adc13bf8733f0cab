/** A test server for all tests of a file. */
import { afterAll, beforeAll } from 'vitest';
import { openTestServer, type TestServer } from './test-server.ts';

/**
 * Opens a server before the tests of the calling file and closes it after them. `prepare` then adds what all tests need. Returns a function that
 * returns the server; it throws outside of tests and hooks, because the server is not open yet.
 */
export const withTestServer = (
  environment: Readonly<Record<string, string>> = {},
  prepare: () => Promise<void> = async () => undefined,
): (() => TestServer) => {
  let opened: TestServer | undefined;
  beforeAll(async () => {
    opened = await openTestServer(environment);
    await prepare();
  });
  afterAll(() => opened?.close());
  return () => {
    if (opened === undefined) throw new Error('the test server is open only in tests and hooks');
    return opened;
  };
};
