/** People's own files over HTTP: what may be uploaded, what becomes of pictures, who may fetch what and for how long. */
import { createHash } from 'node:crypto';
import { type createDownloadLink, type Envelope, LIMITS, type OutputOf, type UserInfo } from '@shufang/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSession } from '../features/account/sessions.ts';
import { sealTicket } from '../features/reading/content-ticket.ts';
import { assembleAccount } from './build-server.ts';
import { deriveKey } from './secrets.ts';
import { anOfficeFile, aPdf, aPhotograph, granted, sendForm, uploadAs, uploadPictureAs } from './testing/file-scene.ts';
import { APP_HOST, openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

let shop: TestServer;
let mei: TestPerson;
let han: TestPerson;
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  mei = await shop.person('13944440001');
  han = await shop.person('13944440002');
});
afterAll(() => shop?.close());

const tokenOf = (person: TestPerson): string => String(person.headers['authorization']).replace('dp-token ', '');
const proofFor = (person: TestPerson, fileId: string, minutes: string): string =>
  createHash('sha256')
    .update(`dl|${tokenOf(person)}|${fileId}|${minutes}`)
    .digest('base64url');
type Link = OutputOf<typeof createDownloadLink>;
const askLink = (person: TestPerson | undefined, fileId: string, minutes: string, proof: string): Promise<Envelope<Link>> =>
  shop.call<Link>(`/api/file/userFile/createDownLoadUrl/${fileId}/${minutes}/${proof}`, person === undefined ? {} : { as: person });
const linkTo = async (person: TestPerson, fileId: string, minutes = '20'): Promise<Link> =>
  granted(await askLink(person, fileId, minutes, proofFor(person, fileId, minutes)));
const fetchLink = (url: string, headers: Record<string, string> = {}) => {
  const { host, pathname } = new URL(url);
  return shop.request({ method: 'GET', url: pathname, headers: { host, ...headers } });
};
const textFile = async (person: TestPerson, text = '第一行\n第二行\n'): Promise<string> =>
  granted(await uploadAs(shop, person, '笔记.txt', Buffer.from(text))).id;

describe('a file that is uploaded', () => {
  const text = (body: string): Buffer => Buffer.from(body);
  test.each([
    ['a PDF', '论文.pdf', aPdf(), '论文.pdf', 'application/pdf'],
    ['a PDF under another name', '论文.docx', aPdf(), '论文.docx.pdf', 'application/pdf'],
    [
      'a Word document',
      '报告.docx',
      anOfficeFile('word'),
      '报告.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['a table', '成绩.xlsx', anOfficeFile('xl'), '成绩.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['slides', '课件.pptx', anOfficeFile('ppt'), '课件.pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    ['a text', '说明.txt', text('\ufeff一句话。\r\n\t1 < 2\n'), '说明.txt', 'text/plain'],
    ['a table in text', '名单.CSV', text('姓名,分数\n李,90\n'), '名单.csv', 'text/csv'],
    ['a text that calls itself a page', '../../a/页.html', text('没有标记'), '页.html.txt', 'text/plain'],
    ['a name full of traps', '..\\CON\u202e:*?.txt', text('x'), 'CON.txt', 'text/plain'],
    ['a name of nothing', '   .', text('x'), '未命名.txt', 'text/plain'],
  ])('is known by its bytes: %s', async (_, sent, bytes, name, mediaType) => {
    expect(granted(await uploadAs(shop, mei, sent, bytes))).toMatchObject({ name, mediaType, sizeBytes: bytes.length, url: null });
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each([
    ['a page', '页.txt', text('\n<!DOCTYPE html><script>alert(1)</script>')],
    ['a drawing with a program', '图.png', text(svg)],
    ['a drawing behind a comment', '图.txt', text(`<!-- -->${svg}`)],
    ['a drawing behind a mark', '图.txt', text(`\ufeff<?xml version="1.0"?>${svg}`)],
    ['a program', '书.pdf', Buffer.from('MZ\x90\0', 'latin1')],
    ['a script', '跑.txt', text('#!/bin/sh\nrm -rf /\n')],
    ['rich text', '文.txt', text('{\\rtf1 x}')],
    ['text in another encoding', '文.txt', Buffer.from([0xc4, 0xe3, 0xba, 0xc3])],
    ['text with a zero in it', '文.txt', text('a\0b')],
    ['a PDF that is cut off', '文.pdf', aPdf().subarray(0, 60)],
    ['any ZIP', '包.zip', anOfficeFile('word', {}, 'application/x-other')],
    ['a document with macros', '文.docx', anOfficeFile('word', { 'word/vbaProject.bin': Buffer.from('x') })],
    ['a damaged document', '文.docx', anOfficeFile('word').subarray(0, 90)],
    ['a document with a way out', '文.docx', anOfficeFile('word', { '../../evil': Buffer.from('x') })],
    ['nothing', '空.txt', Buffer.alloc(0)],
  ])('is refused when it is %s', async (_, name, bytes) => {
    expect(await uploadAs(shop, mei, name, bytes)).toMatchObject({ code: 'file.typeRefused', message: '不支持这种文件', payload: null });
  });

  test('may not be missing, and needs a session', async () => {
    const upload = '/api/file/userFile/upload';
    expect(await sendForm(shop, upload, mei, [['x', 'y']])).toMatchObject({ code: 'file.missing' });
    expect(await sendForm(shop, upload, mei, [['file', { name: '', bytes: Buffer.alloc(0) }]])).toMatchObject({ code: 'file.missing' });
    expect(await shop.call(upload, { as: mei, body: { file: 'x' } })).toMatchObject({ code: 'request.invalid' });
    expect(await uploadAs(shop, undefined, 'a.txt', Buffer.from('a'))).toMatchObject({ code: 'requestLogin' });
  });

  test('has the size its kind may have, and not a byte more', async () => {
    const sized = (bytes: number): Buffer => Buffer.alloc(bytes, 0x61);
    expect(granted(await uploadAs(shop, mei, '长.txt', sized(LIMITS.textBytes))).sizeBytes).toBe(LIMITS.textBytes);
    expect(await uploadAs(shop, mei, '长.txt', sized(LIMITS.textBytes + 1))).toMatchObject({
      code: 'file.tooLarge',
      message: '文件过大，最多 10 MB',
    });
    const padded = async (bytes: number): Promise<Buffer> => {
      const photograph = await aPhotograph();
      return Buffer.concat([photograph, Buffer.alloc(bytes - photograph.length)]);
    };
    expect((await uploadPictureAs(shop, mei, await padded(LIMITS.avatarBytes))).code).toBe('success');
    expect(await uploadPictureAs(shop, mei, await padded(LIMITS.avatarBytes + 1))).toMatchObject({ message: '文件过大，最多 5 MB' });
    expect((await uploadPictureAs(shop, mei, await padded(LIMITS.imageBytes), 'image')).code).toBe('success');
    expect(await uploadPictureAs(shop, mei, await padded(LIMITS.imageBytes + 1), 'image')).toMatchObject({
      message: '文件过大，最多 10 MB',
    });
    const late = [
      ['file', { name: 'a.jpg', bytes: await padded(LIMITS.avatarBytes + 1) }],
      ['purpose', 'avatar'],
    ] as const;
    expect(await sendForm(shop, '/api/file/userFile/uploadImage', mei, late)).toMatchObject({ code: 'file.tooLarge' });
  });

  test('counts towards what the person may keep, until it is deleted', async () => {
    const full = await shop.person('13944440003');
    await shop.platform.db.pool.query(
      `insert into user_file (id, owner_id, kind, name, media_type, size_bytes, sha256, visibility, created_at)
       values ('big', $1, 'document', 'x', 'text/plain', $2, $3, 'private', 0)`,
      [full.id, LIMITS.userFilesBytes - 10, 'f'.repeat(64)],
    );
    const sent = await Promise.all(['aaaaaa', 'bbbbbb', 'cccccc'].map((body) => uploadAs(shop, full, 'a.txt', Buffer.from(body))));
    expect(sent.map(({ code }) => code).toSorted()).toEqual(['file.quotaFull', 'file.quotaFull', 'success']);
    const list = await shop.call<{ items: { id: string }[]; usedBytes: number; next?: string }>('/api/file/userFile/list?limit=1', {
      as: full,
    });
    expect(list.payload).toMatchObject({ usedBytes: LIMITS.userFilesBytes - 4, items: [{ name: 'a.txt' }] });
    const next = await shop.call(`/api/file/userFile/list?limit=1&after=${list.payload?.next}`, { as: full });
    expect(next.payload).toMatchObject({ items: [{ id: 'big' }] });
    expect((await shop.call('/api/file/userFile/delete', { as: mei, body: { fileId: 'big' } })).code).toBe('file.notFound');
    expect((await shop.call('/api/file/userFile/delete', { as: full, body: { fileId: 'big' } })).code).toBe('success');
    expect((await uploadAs(shop, full, 'a.txt', Buffer.from('aaaaaa'))).code).toBe('success');
    await shop.platform.db.pool.query(
      `insert into user_file (id, owner_id, kind, name, media_type, size_bytes, sha256, visibility, created_at)
       select 'n' || n, $1, 'document', 'x', 'text/plain', 0, $2, 'private', 0 from generate_series(1, $3) n`,
      [full.id, 'e'.repeat(64), LIMITS.userFilesMax - 3],
    );
    expect((await uploadAs(shop, full, 'a.txt', Buffer.from('last'))).code).toBe('success');
    expect((await uploadAs(shop, full, 'a.txt', Buffer.from('one more'))).code).toBe('file.quotaFull');
  });
});

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

  test('for a person is a square that stands upright, tells nothing of its maker, and is seen by everyone', async () => {
    const original = await aPhotograph();
    expect(original.includes('SECRET-PLACE')).toBe(true);
    const kept = granted(await uploadPictureAs(shop, mei, original));
    expect(kept).toMatchObject({
      mediaType: 'image/webp',
      name: 'IMG_0001.webp',
      url: expect.stringMatching(/^\/api\/file\/picture\/[0-9a-f]{64}\.webp$/),
    });
    const answer = await shop.request({ method: 'GET', url: kept.url ?? '', headers: { host: APP_HOST } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    const bytes = answer.rawPayload;
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(/[0-9a-f]{64}/.exec(kept.url ?? '')?.[0]);
    // Turned by a quarter: red was left and is on top.
    expect(await pixelsOf(bytes)).toEqual({ width: LIMITS.avatarPixels, height: LIMITS.avatarPixels, top: [1, 0, 0], bottom: [0, 0, 1] });
    expect(await sharp(bytes).metadata()).not.toHaveProperty('exif');
    for (const secret of ['SECRET', 'Exif', 'GPS']) expect(bytes.includes(secret), secret).toBe(false);
  });

  test('of any kind we can read is made anew, and keeps its kind', async () => {
    const drawn = sharp({ create: { width: 20, height: 10, channels: 4, background: '#0a0' } });
    for (const [bytes, mediaType] of [
      [await drawn.clone().png().toBuffer(), 'image/png'],
      [await drawn.clone().gif().toBuffer(), 'image/png'],
      [await drawn.clone().webp().toBuffer(), 'image/webp'],
      [await drawn.clone().avif().toBuffer(), 'image/jpeg'],
      [await aPhotograph(), 'image/jpeg'],
    ] as const) {
      const program = Buffer.from('<script>alert("HIDDEN")</script>');
      const kept = granted(await uploadAs(shop, mei, '图.gif', Buffer.concat([bytes, program])));
      expect(kept).toMatchObject({ mediaType, url: null });
      const { rawPayload } = await fetchLink((await linkTo(mei, kept.id)).url);
      expect(rawPayload.includes('HIDDEN'), mediaType).toBe(false);
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: mediaType.slice('image/'.length) });
    }
  });

  test('may have forty megapixels and not more, and is refused when it cannot be read', async () => {
    const sized = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#abc' } })
        .jpeg()
        .toBuffer();
    expect((await uploadPictureAs(shop, mei, await sized(8_000, LIMITS.imagePixels / 8_000))).code).toBe('success');
    const broken = { code: 'file.pictureBroken', message: '图片已损坏或尺寸过大，无法读取' };
    expect(await uploadPictureAs(shop, mei, await sized(8_000, LIMITS.imagePixels / 8_000 + 1))).toMatchObject(broken);
    const png = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#abc' } })
      .png()
      .toBuffer();
    expect(await uploadPictureAs(shop, mei, png.subarray(0, png.length - 20))).toMatchObject(broken);
    expect(await uploadPictureAs(shop, mei, Buffer.concat([png.subarray(0, 8), Buffer.alloc(100)]))).toMatchObject(broken);
    for (const bytes of [
      aPdf(),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
    ])
      expect(await uploadPictureAs(shop, mei, bytes)).toMatchObject({ code: 'file.typeRefused' });
    expect(
      await sendForm(shop, '/api/file/userFile/uploadImage', mei, [
        ['purpose', 'poster'],
        ['file', { name: 'a', bytes: png }],
      ]),
    ).toMatchObject({
      code: 'request.invalid',
    });
  });

  test('becomes the face of its owner only, and the one before is gone', async () => {
    const set = (as: TestPerson, body: object) => shop.call<UserInfo>('/api/user/userInfo/set', { as, body });
    const first = granted(await uploadPictureAs(shop, mei, await aPhotograph()));
    expect(await set(han, { avatarFileId: first.id })).toMatchObject({ code: 'file.notFound' });
    expect(await set(mei, { nickname: '  梅花  ', avatarFileId: first.id })).toMatchObject({
      code: 'success',
      message: '个人信息已保存',
      payload: { nickname: '梅花', avatar: first.url },
    });
    const second = granted(await uploadPictureAs(shop, mei, await aPhotograph({ width: 80, height: 80 })));
    expect(granted(await set(mei, { avatarFileId: second.id })).avatar).toBe(second.url);
    expect((await shop.request({ method: 'GET', url: first.url ?? '', headers: { host: APP_HOST } })).statusCode).toBe(404);
    expect(await set(mei, { avatarFileId: first.id })).toMatchObject({ code: 'file.notFound' });
    expect(granted(await shop.call<UserInfo>('/api/user/userInfo/get', { as: mei }))).toMatchObject({
      nickname: '梅花',
      avatar: second.url,
    });
    const note = await textFile(mei);
    const image = granted(await uploadPictureAs(shop, mei, await aPhotograph(), 'image'));
    for (const id of [note, image.id]) expect(await set(mei, { avatarFileId: id })).toMatchObject({ code: 'file.notFound' });
    expect(granted(await set(mei, { avatarFileId: null }))).toMatchObject({ avatar: '', nickname: '梅花' });
    expect((await shop.request({ method: 'GET', url: second.url ?? '', headers: { host: APP_HOST } })).statusCode).toBe(404);
    for (const url of [`/api/file/picture/${'0'.repeat(64)}.webp`, '/api/file/picture/..%2f..%2fsecrets', `/api/file/picture/${note}`])
      expect((await shop.request({ method: 'GET', url, headers: { host: APP_HOST } })).statusCode, url).toBe(404);
  });

  test('and a name are checked, and nothing else can be set', async () => {
    const set = (body: object) => shop.call('/api/user/userInfo/set', { as: mei, body });
    for (const nickname of ['', '   ', '字'.repeat(31), '一\n二', '一\u202e二', '一\u200b二', 'a\u0007'])
      expect((await set({ nickname })).code, JSON.stringify(nickname)).toBe('request.invalid');
    for (const extra of [{ tel: '13900000000' }, { roles: ['admin'] }, { status: 'active' }, { id: han.id }])
      expect((await set({ nickname: '好', ...extra })).code, JSON.stringify(extra)).toBe('request.invalid');
    expect((await set({ nickname: '字'.repeat(30) })).code).toBe('success');
    expect((await set({ nickname: '👨‍👩‍👧' })).code).toBe('success');
    expect((await set({})).code).toBe('success');
  });
});

describe('a file of one’s own', () => {
  test('comes as it was sent, for saving, to its owner and nobody else', async () => {
    const id = await textFile(mei, '只给我看\n');
    const fetch = (as: TestPerson | undefined) =>
      shop.request({
        method: 'POST',
        url: '/api/file/userFile/download',
        headers: { host: APP_HOST, ...as?.headers },
        payload: { fileId: id },
      });
    const answer = await fetch(mei);
    expect(answer.payload).toBe('只给我看\n');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="__.txt"; filename*=UTF-8''${encodeURIComponent('笔记.txt')}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect((await fetch(han)).json()).toMatchObject({ code: 'file.notFound' });
    expect((await fetch(undefined)).json()).toMatchObject({ code: 'requestLogin' });
    expect(await askLink(han, id, '20', proofFor(han, id, '20'))).toMatchObject({ code: 'file.notFound' });
  });

  test('can be fetched by its link on a host of its own, whole and in parts', async () => {
    const id = await textFile(mei, '0123456789');
    const { url } = await linkTo(mei, id);
    expect(new URL(url).host).toBe(`${id}.localhost:8080`);
    const whole = await fetchLink(url);
    expect([whole.statusCode, whole.payload]).toEqual([200, '0123456789']);
    expect(whole.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
    expect(whole.headers['content-disposition']).toMatch(/^attachment;/);
    expect(whole.headers['set-cookie']).toBeUndefined();
    const part = await fetchLink(url, { range: 'bytes=2-4' });
    expect([part.statusCode, part.payload, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
    expect((await fetchLink(url, { range: 'bytes=50-' })).statusCode).toBe(416);
    expect((await fetchLink(url, { 'if-none-match': String(whole.headers['etag']) })).statusCode).toBe(304);
    const elsewhere = url.replace(id, await textFile(mei));
    expect((await fetchLink(elsewhere)).statusCode).toBe(404);
    expect((await shop.request({ method: 'GET', url: new URL(url).pathname, headers: { host: APP_HOST } })).statusCode).toBe(404);
  });

  test('has a link for as long as was asked for, within bounds', async () => {
    const id = await textFile(mei);
    for (const [asked, minutes] of [
      ['1', 1],
      ['20', 20],
      ['60', 60],
      ['61', 60],
      ['0', 1],
      ['99999999999999999', 60],
      ['-5', 20],
      ['2.5', 20],
      ['soon', 20],
    ] as const) {
      const now = shop.platform.clock.now();
      const { expiresAt } = await linkTo(mei, id, asked);
      expect(Math.round((expiresAt - now) / 60_000), asked).toBe(minutes);
    }
    const { url } = await linkTo(mei, id, '1');
    shop.platform.advanceClock?.(61_000);
    expect((await fetchLink(url)).statusCode).toBe(403);
  });

  test('needs the proof of the very call, or the very token of the header while that is allowed', async () => {
    const id = await textFile(mei);
    const proof = proofFor(mei, id, '20');
    for (const wrong of [proofFor(han, id, '20'), proofFor(mei, id, '21'), proofFor(mei, 'other', '20'), 'x', tokenOf(han), `${proof}=`])
      expect(await askLink(mei, id, '20', encodeURIComponent(wrong)), wrong).toMatchObject({ code: 'request.invalid' });
    expect(await askLink(undefined, id, '20', proof)).toMatchObject({ code: 'requestLogin' });
    expect(await askLink(undefined, id, '20', encodeURIComponent(tokenOf(mei)))).toMatchObject({ code: 'requestLogin' });
    expect((await askLink(mei, id, '20', encodeURIComponent(tokenOf(mei)))).code).toBe('success');
    // As it is: base64 may hold slashes, and this one does, for of three question marks one ends a group of three bytes.
    const device = { deviceCode: 'pc', deviceId: undefined, userAgent: '' } as const;
    const session = await startSession(assembleAccount(shop.platform), { id: han.id, nickname: '???', avatar: '' }, device, false);
    expect(session.dpAuthToken).toContain('/');
    const withSlash = { ...han, headers: { authorization: `dp-token ${session.dpAuthToken}`, 'x-device-code': 'pc' } };
    const own = await textFile(withSlash);
    expect((await askLink(withSlash, own, '20', tokenOf(withSlash))).code).toBe('success');

    const strict = await openTestServer({ TOKEN_IN_DOWNLOAD_PATH: '0' });
    await strict.server.listen({ port: 0, host: '127.0.0.1' });
    const reader = await strict.person('13944440009');
    const file = granted(await uploadAs(strict, reader, 'a.txt', Buffer.from('a')));
    const ask = (last: string) =>
      strict.call(`/api/file/userFile/createDownLoadUrl/${file.id}/20/${encodeURIComponent(last)}`, { as: reader });
    expect((await ask(tokenOf(reader))).code).toBe('request.invalid');
    expect((await ask(proofFor(reader, file.id, '20'))).code).toBe('success');
    await strict.close();
  });

  test('has a link that ends with the session, whatever ends it, and with the file', async () => {
    const account = assembleAccount(shop.platform);
    const signIn = async (): Promise<TestPerson> => {
      const session = await startSession(
        account,
        { id: han.id, nickname: '韩', avatar: '' },
        { deviceCode: 'web', deviceId: undefined, userAgent: '' },
        false,
      );
      return { ...han, headers: { authorization: `dp-token ${session.dpAuthToken}`, 'x-device-code': 'web' } };
    };
    const first = await signIn();
    const replaced = await linkTo(first, await textFile(first));
    expect((await fetchLink(replaced.url)).statusCode).toBe(200);
    const second = await signIn();
    await expect.poll(async () => (await fetchLink(replaced.url)).statusCode, { timeout: 20_000 }).toBe(403);
    const id = await textFile(second);
    const signedOut = await linkTo(second, id);
    const deleted = await linkTo(second, await textFile(second, '要删的'));
    expect((await fetchLink(signedOut.url)).statusCode).toBe(200);
    const deletedId = new URL(deleted.url).host.split('.')[0] ?? '';
    await shop.call('/api/file/userFile/delete', { as: second, body: { fileId: deletedId } });
    expect((await fetchLink(deleted.url)).statusCode).toBe(404);
    expect((await shop.call('/api/user/auth/logout', { as: second })).code).toBe('success');
    await expect.poll(async () => (await fetchLink(signedOut.url)).statusCode, { timeout: 20_000 }).toBe(403);
    han = await signIn();
  });

  test('has a ticket that opens nothing else, and is opened by nothing else', async () => {
    const id = await textFile(mei);
    const { url, expiresAt } = await linkTo(mei, id);
    const [, , ticket = '', name = ''] = new URL(url).pathname.split('/');
    const host = new URL(url).host;
    const get = (path: string) => shop.request({ method: 'GET', url: path, headers: { host } });
    expect((await get(`/~c/${ticket}/${name}`)).statusCode).toBe(403);
    const sid = JSON.parse(String(JSON.parse(Buffer.from(tokenOf(mei), 'base64').toString()).content)).sid as string;
    const secret = deriveKey(shop.platform.secret, 'content-ticket');
    const reading = sealTicket(secret, { versionId: id, scope: 'full', sid, userId: mei.id, expiresAt });
    for (const other of [reading, tokenOf(mei), proofFor(mei, id, '20'), ticket.split('.')[0] ?? '', `${ticket}A`, ticket.toUpperCase()])
      expect((await get(`/~f/${encodeURIComponent(other)}/${name}`)).statusCode, other).toBe(403);
    const [body = '', mac = ''] = ticket.split('.');
    for (let at = 0; at < body.length; at += 7) {
      const altered = `${body.slice(0, at)}${body[at] === 'A' ? 'B' : 'A'}${body.slice(at + 1)}.${mac}`;
      expect((await get(`/~f/${altered}/${name}`)).statusCode).toBe(403);
    }
  });

  test('leaves no ticket, proof or token in the log, however the address is written', async () => {
    const id = await textFile(mei);
    const { url } = await linkTo(mei, id);
    const [, , ticket = ''] = new URL(url).pathname.split('/');
    await fetchLink(url);
    await askLink(mei, id, '20', encodeURIComponent(tokenOf(mei)));
    const marked = ['Marker1', 'Marker2/Marker3', 'Marker4', 'Marker5', 'Marker6', 'Marker7'];
    const calls = '/api/file/userFile';
    for (const address of [
      `${calls}/createDownLoadUrl/${id}/20/${marked[0]}`,
      `${calls}/createDownLoadUrl/${id}/20/${marked[1]}`,
      `${calls}/createDownLoadUr%6C/${id}/20/${marked[2]}`,
      `${calls}/createDownloadUrl/${id}/20/${marked[3]}`,
      `${calls}/createDownLoadUrl/${marked[4]}`,
      `${calls}/createDownLoadUrl/${id}/${marked[5]}`,
    ])
      await shop.call(address, { as: mei });
    const log = shop.log();
    expect(log).toContain('/api/file/userFile/createDownLoadUrl');
    for (const secret of [ticket, tokenOf(mei), proofFor(mei, id, '20'), 'Marker']) expect(log.includes(secret), secret).toBe(false);
  });
});
