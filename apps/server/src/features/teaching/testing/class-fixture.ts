/** A server with the objects of classes, for the tests of one file. */
import type { Envelope } from '@shufang/contract';
import { type AssignmentObjects, assignmentObjects } from '../../../testing/assignment-objects.ts';
import { type ClassObjects, classObjects } from '../../../testing/class-objects.ts';
import { type ClassroomObjects, classroomObjects } from '../../../testing/classroom-objects.ts';
import { granted } from '../../../testing/file-fixture.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { createWireScenario } from '../../../testing/wire-fixture.ts';

export interface ClassFixture extends ClassObjects, ClassroomObjects, AssignmentObjects {
  readonly shop: TestServer;
  /** A published book that is opened by an activation code only. */
  readonly bookId: string;
  readonly aUser: () => Promise<TestUser>;
  readonly post: <T = unknown>(path: string, as: TestUser, body: object) => Promise<Envelope<T>>;
  readonly get: <T = unknown>(path: string, as?: TestUser) => Promise<Envelope<T>>;
}

export const openClassFixture = async (): Promise<ClassFixture> => {
  const shop = await openTestServer();
  const wire = createWireScenario(shop);
  const bookId = await shop.book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 0 });
  const aUser = () => shop.user(wire.aTel());
  const post = <T>(path: string, as: TestUser | undefined, body: object) =>
    shop.call<T>(path, { body, ...(as === undefined ? {} : { as }) });
  const grantedPost = async <T>(path: string, as: TestUser | undefined, body: object): Promise<T> => granted(await post<T>(path, as, body));
  return {
    shop,
    bookId,
    aUser,
    post,
    get: (path, as) => shop.call(path, as === undefined ? {} : { as }),
    ...classObjects({ shop, wire, bookId, aUser, post: grantedPost }),
    ...classroomObjects({ shop, post: grantedPost }),
    ...assignmentObjects({ post: grantedPost }),
  };
};
