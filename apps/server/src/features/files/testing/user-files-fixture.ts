/** A listening test server with two users, and calls that upload, link and fetch their files. */
import { createHash } from 'node:crypto';
import type { createDownloadLink, Envelope, OutputOf } from '@shufang/contract';
import type { LightMyRequestResponse } from 'fastify';
import { granted, uploadAs } from '../../../testing/file-fixture.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

type Link = OutputOf<typeof createDownloadLink>;

export interface UserFilesFixture {
  readonly shop: TestServer;
  readonly mei: TestUser;
  /** The session of the second user; not read-only, because a test may sign this user in again. */
  han: TestUser;
  askLink(user: TestUser | undefined, fileId: string, minutes: string, proof: string): Promise<Envelope<Link>>;
  linkTo(user: TestUser, fileId: string, minutes?: string): Promise<Link>;
  fetchLink(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Uploads a text file and returns its id. */
  textFile(user: TestUser, text?: string): Promise<string>;
}

export const tokenOf = (user: TestUser): string => String(user.headers['authorization']).replace('dp-token ', '');

export const proofFor = (user: TestUser, fileId: string, minutes: string): string =>
  createHash('sha256')
    .update(`dl|${tokenOf(user)}|${fileId}|${minutes}`)
    .digest('base64url');

export const openUserFilesFixture = async (): Promise<UserFilesFixture> => {
  const shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  const askLink: UserFilesFixture['askLink'] = (user, fileId, minutes, proof) =>
    shop.call<Link>(`/api/file/userFile/createDownLoadUrl/${fileId}/${minutes}/${proof}`, user === undefined ? {} : { as: user });
  return {
    shop,
    mei: await shop.user('13944440001'),
    han: await shop.user('13944440002'),
    askLink,
    linkTo: async (user, fileId, minutes = '20') => granted(await askLink(user, fileId, minutes, proofFor(user, fileId, minutes))),
    fetchLink: (url, headers = {}) => {
      const { host, pathname } = new URL(url);
      return shop.request({ method: 'GET', url: pathname, headers: { host, ...headers } });
    },
    textFile: async (user, text = '第一行\n第二行\n') => granted(await uploadAs(shop, user, '笔记.txt', Buffer.from(text))).id,
  };
};
