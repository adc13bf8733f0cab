/** Tests of changing a user's own name and avatar by `setUserInfo`, in every request format of the specification and our client. */
import { type Envelope, newId, type UserInfo } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPhotograph, granted, uploadPictureAs } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('setUserInfo', 'every user');
testIdempotency('setUserInfo', async ({ aUser }) => ({ as: await aUser(), body: { nickname: `新名字${newId().slice(-6)}` } }));

let shop: TestServer;
let mei: TestUser;
beforeAll(async () => {
  shop = await openTestServer();
  // The server must listen on a port, because the test uploads the avatar over a real connection (`uploadPictureAs`).
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  mei = await shop.user('13944440071');
});
afterAll(() => shop?.close());

describe("the properties of a user's profile", () => {
  test('are accepted directly and as `properties`, as JSON and as a form; an unchanged value is reported as such', async () => {
    const sent = async (payload: object | string) => {
      const type = typeof payload === 'string' ? 'application/x-www-form-urlencoded' : 'application/json';
      const headers = { host: APP_HOST, ...mei.headers, 'content-type': type };
      const response = await shop.request({ method: 'POST', url: '/api/user/userInfo/set', headers, payload });
      return response.json<Envelope<UserInfo>>();
    };
    const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
    const bodies: [string, (nickname: string) => object | string][] = [
      ['directly', (nickname) => ({ nickname })],
      ['as properties', (nickname) => ({ properties: { nickname } })],
      ['as JSON text', (nickname) => ({ properties: JSON.stringify({ nickname }) })],
      ['from a form', (nickname) => form({ nickname })],
      ['from a form, as properties', (nickname) => form({ properties: JSON.stringify({ nickname }) })],
    ];
    for (const [index, [way, body]] of bodies.entries()) {
      const nickname = `梅 & ${index}`;
      expect(await sent(body(nickname)), way).toMatchObject({ code: 'success', message: '个人信息已保存', payload: { nickname } });
      expect(await sent(body(nickname)), way).toMatchObject({ code: 'success', message: '个人信息没有变化', payload: { nickname } });
    }
    expect(await sent({})).toMatchObject({ code: 'success', message: '个人信息没有变化' });
    const picture = granted(await uploadPictureAs(shop, mei, await aPhotograph()));
    expect(await sent(form({ properties: JSON.stringify({ avatarFileId: picture.id }) }))).toMatchObject({
      message: '个人信息已保存',
      payload: { avatar: picture.url },
    });
    expect(await sent({ avatarFileId: picture.id })).toMatchObject({ message: '个人信息没有变化' });
    expect(await sent(form({ properties: '{"avatarFileId":null}' }))).toMatchObject({ message: '个人信息已保存', payload: { avatar: '' } });
    expect(await sent({ avatarFileId: null })).toMatchObject({ message: '个人信息没有变化' });
  });

  test('given as `properties` are validated like those given directly', async () => {
    const set = (body: object) => shop.call('/api/user/userInfo/set', { as: mei, body });
    const wrong: unknown[] = [
      '',
      'nickname',
      '[]',
      'null',
      '"x"',
      '{"nickname":""}',
      '{"nickname":"a\\u0000"}',
      '{"avatarFileId":"a\\u0000b"}',
      '{"avatarFileId":"\\ud800"}',
      '{"tel":"13900000000"}',
      '{"__proto__":{"nickname":"x"}}',
      `{"nickname":"x"${' '.repeat(3_000)}}`,
      { roles: ['admin'] },
      { nickname: 1 },
      [],
      null,
    ];
    for (const properties of wrong) expect((await set({ properties })).code, JSON.stringify(properties)).toBe('request.invalid');
  });
});
