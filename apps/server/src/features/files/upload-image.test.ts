import { createHash } from 'node:crypto';
import { LIMITS, type UserInfo } from '@shufang/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPdf, aPhotograph, granted, sendForm, uploadAs, uploadPictureAs } from '../../testing/file-fixture.ts';
import { formWithFile } from '../../testing/request-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { APP_HOST, type TestUser } from '../../testing/test-server.ts';
import { PUBLICATION_LIMITS } from '../publication/limits.ts';
import { openUserFilesFixture, type UserFilesFixture } from './testing/user-files-fixture.ts';

testAccess('uploadImage', 'every user');

testIdempotency('uploadImage', async ({ aUser }) => {
  const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#2c5f7a' } })
    .png()
    .toBuffer();
  return { as: await aUser(), body: formWithFile({ purpose: 'image' }, pixel, '点.png') };
});

let fixture: UserFilesFixture;
beforeAll(async () => {
  fixture = await openUserFilesFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

describe('a picture', () => {
  const pixelsOf = async (bytes: Buffer) => {
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) =>
      [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)].map((c) => (c > 127 ? 1 : 0));
    return {
      width: info.width,
      height: info.height,
      top: at(Math.floor(info.width / 2), 4),
      bottom: at(Math.floor(info.width / 2), info.height - 5),
    };
  };

  test('as an avatar is an upright square without metadata, and public', async () => {
    const original = await aPhotograph();
    expect(original.includes('SECRET-PLACE')).toBe(true);
    const stored = granted(await uploadPictureAs(fixture.shop, fixture.mei, original));
    expect(stored).toMatchObject({
      mediaType: 'image/webp',
      name: 'IMG_0001.webp',
      url: expect.stringMatching(/^\/api\/file\/picture\/[0-9a-f]{64}\.webp$/),
    });
    const response = await fixture.shop.request({ method: 'GET', url: stored.url ?? '', headers: { host: APP_HOST } });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers['set-cookie']).toBeUndefined();
    const bytes = response.rawPayload;
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(/[0-9a-f]{64}/.exec(stored.url ?? '')?.[0]);
    // The uploaded picture has its red half on the left, and its EXIF orientation rotates it by a quarter turn, so red must be at the top.
    expect(await pixelsOf(bytes)).toEqual({ width: LIMITS.avatarPixels, height: LIMITS.avatarPixels, top: [1, 0, 0], bottom: [0, 0, 1] });
    expect(await sharp(bytes).metadata()).not.toHaveProperty('exif');
    for (const secret of ['SECRET', 'Exif', 'GPS']) expect(bytes.includes(secret), secret).toBe(false);
  });

  test('of any supported format is re-encoded in its format', async () => {
    const drawn = sharp({ create: { width: 20, height: 10, channels: 4, background: '#0a0' } });
    for (const [bytes, mediaType] of [
      [await drawn.clone().png().toBuffer(), 'image/png'],
      [await drawn.clone().gif().toBuffer(), 'image/png'],
      [await drawn.clone().webp().toBuffer(), 'image/webp'],
      [await drawn.clone().avif().toBuffer(), 'image/jpeg'],
      [await aPhotograph(), 'image/jpeg'],
    ] as const) {
      const program = Buffer.from('<script>alert("HIDDEN")</script>');
      const stored = granted(await uploadAs(fixture.shop, fixture.mei, '图.gif', Buffer.concat([bytes, program])));
      expect(stored).toMatchObject({ mediaType, url: null });
      const { rawPayload } = await fixture.fetchLink((await fixture.linkTo(fixture.mei, stored.id)).url);
      expect(rawPayload.includes('HIDDEN'), mediaType).toBe(false);
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: mediaType.slice('image/'.length) });
    }
  });

  test('may have forty megapixels and no more, and is rejected when it cannot be read', async () => {
    const sized = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#abc' } })
        .jpeg()
        .toBuffer();
    expect((await uploadPictureAs(fixture.shop, fixture.mei, await sized(8_000, PUBLICATION_LIMITS.imagePixels / 8_000))).code).toBe(
      'success',
    );
    const broken = { code: 'file.pictureBroken', message: '图片已损坏或尺寸过大，无法读取' };
    expect(await uploadPictureAs(fixture.shop, fixture.mei, await sized(8_000, PUBLICATION_LIMITS.imagePixels / 8_000 + 1))).toMatchObject(
      broken,
    );
    const png = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#abc' } })
      .png()
      .toBuffer();
    expect(await uploadPictureAs(fixture.shop, fixture.mei, png.subarray(0, png.length - 20))).toMatchObject(broken);
    expect(await uploadPictureAs(fixture.shop, fixture.mei, Buffer.concat([png.subarray(0, 8), Buffer.alloc(100)]))).toMatchObject(broken);
    for (const bytes of [
      aPdf(),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
    ])
      expect(await uploadPictureAs(fixture.shop, fixture.mei, bytes)).toMatchObject({ code: 'file.typeRefused' });
    expect(
      await sendForm(fixture.shop, '/api/file/userFile/uploadImage', fixture.mei, [
        ['purpose', 'poster'],
        ['file', { name: 'a', bytes: png }],
      ]),
    ).toMatchObject({
      code: 'request.invalid',
    });
  });

  test('becomes the avatar of its owner only, and the previous avatar is deleted', async () => {
    const set = (as: TestUser, body: object) => fixture.shop.call<UserInfo>('/api/user/userInfo/set', { as, body });
    const first = granted(await uploadPictureAs(fixture.shop, fixture.mei, await aPhotograph()));
    expect(await set(fixture.han, { avatarFileId: first.id })).toMatchObject({ code: 'file.notFound' });
    expect(await set(fixture.mei, { nickname: '  梅花  ', avatarFileId: first.id })).toMatchObject({
      code: 'success',
      message: '个人信息已保存',
      payload: { nickname: '梅花', avatar: first.url },
    });
    const second = granted(await uploadPictureAs(fixture.shop, fixture.mei, await aPhotograph({ width: 80, height: 80 })));
    expect(granted(await set(fixture.mei, { avatarFileId: second.id })).avatar).toBe(second.url);
    expect((await fixture.shop.request({ method: 'GET', url: first.url ?? '', headers: { host: APP_HOST } })).statusCode).toBe(404);
    expect(await set(fixture.mei, { avatarFileId: first.id })).toMatchObject({ code: 'file.notFound' });
    expect(granted(await fixture.shop.call<UserInfo>('/api/user/userInfo/get', { as: fixture.mei }))).toMatchObject({
      nickname: '梅花',
      avatar: second.url,
    });
    const note = await fixture.textFile(fixture.mei);
    const image = granted(await uploadPictureAs(fixture.shop, fixture.mei, await aPhotograph(), 'image'));
    for (const id of [note, image.id]) expect(await set(fixture.mei, { avatarFileId: id })).toMatchObject({ code: 'file.notFound' });
    expect(granted(await set(fixture.mei, { avatarFileId: null }))).toMatchObject({ avatar: '', nickname: '梅花' });
    expect((await fixture.shop.request({ method: 'GET', url: second.url ?? '', headers: { host: APP_HOST } })).statusCode).toBe(404);
    for (const url of [`/api/file/picture/${'0'.repeat(64)}.webp`, '/api/file/picture/..%2f..%2fsecrets', `/api/file/picture/${note}`])
      expect((await fixture.shop.request({ method: 'GET', url, headers: { host: APP_HOST } })).statusCode, url).toBe(404);
  });

  test('and a nickname are validated, and nothing else can be set', async () => {
    const set = (body: object) => fixture.shop.call('/api/user/userInfo/set', { as: fixture.mei, body });
    for (const nickname of ['', '   ', '字'.repeat(31), '一\n二', '一\u202e二', '一\u200b二', 'a\u0007'])
      expect((await set({ nickname })).code, JSON.stringify(nickname)).toBe('request.invalid');
    for (const extra of [{ tel: '13900000000' }, { roles: ['admin'] }, { status: 'active' }, { id: fixture.han.id }])
      expect((await set({ nickname: '好', ...extra })).code, JSON.stringify(extra)).toBe('request.invalid');
    expect((await set({ nickname: '字'.repeat(30) })).code).toBe('success');
    expect((await set({ nickname: '👨‍👩‍👧' })).code).toBe('success');
    expect((await set({})).code).toBe('success');
  });
});
