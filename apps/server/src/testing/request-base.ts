/** What every part of the fixture of `testIdempotency` is built on (`request-fixture.ts`). */
import type { TestServer, TestUser } from './test-server.ts';
import type { WireScenario } from './wire-fixture.ts';

/** What the objects of each slice are created with. */
export interface RequestBase {
  readonly shop: TestServer;
  readonly wire: WireScenario;
  /** A published book that is opened by an activation code only. */
  readonly bookId: string;
  readonly aUser: (role?: 'admin' | 'editor' | 'finance') => Promise<TestUser>;
  /** Sends JSON by POST and returns the payload. Throws when the request is rejected. */
  readonly post: <T>(path: string, as: TestUser | undefined, body: object) => Promise<T>;
  readonly query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;
}
