/** Tests of serving public pictures. */
import { PICTURE_PATH } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPhotograph, granted, uploadPictureAs } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { APP_HOST } from '../../testing/test-server.ts';
import { openUserFilesFixture, type UserFilesFixture } from './testing/user-files-fixture.ts';

testAccess('getPicture', 'everyone');

let fixture: UserFilesFixture;
beforeAll(async () => {
  fixture = await openUserFilesFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

const statusOf = async (url: string): Promise<number> =>
  (await fixture.shop.request({ method: 'GET', url, headers: { host: APP_HOST } })).statusCode;

test('an avatar is sent to anonymous users', async () => {
  const { url } = granted(await uploadPictureAs(fixture.shop, fixture.mei, await aPhotograph()));
  expect(await statusOf(url ?? '')).toBe(200);
});

test('an unknown picture and another file type are not found', async () => {
  expect(await statusOf(`${PICTURE_PATH}/${'0'.repeat(64)}.webp`)).toBe(404);
  expect(await statusOf(`${PICTURE_PATH}/${'0'.repeat(64)}.png`)).toBe(404);
});
