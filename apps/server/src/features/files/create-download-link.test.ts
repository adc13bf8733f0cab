import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assembleAccount } from '../../app/assemble-account.ts';
import { deriveKey } from '../../app/secrets.ts';
import { granted, uploadAs } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { APP_HOST, openTestServer, type TestUser } from '../../testing/test-server.ts';
import { completeSignIn } from '../account/complete-sign-in.ts';
import { sealTicket } from '../reading/content-ticket.ts';
import { openUserFilesFixture, proofFor, tokenOf, type UserFilesFixture } from './testing/user-files-fixture.ts';

testAccess('createDownloadLink', 'every user');

let fixture: UserFilesFixture;
beforeAll(async () => {
  fixture = await openUserFilesFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

describe('a download link', () => {
  test('is fetched on its own host, completely and in parts', async () => {
    const id = await fixture.textFile(fixture.mei, '0123456789');
    const { url } = await fixture.linkTo(fixture.mei, id);
    expect(new URL(url).host).toBe(`${id}.localhost:8080`);
    const whole = await fixture.fetchLink(url);
    expect([whole.statusCode, whole.payload]).toEqual([200, '0123456789']);
    expect(whole.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
    expect(whole.headers['content-disposition']).toMatch(/^attachment;/);
    expect(whole.headers['set-cookie']).toBeUndefined();
    const part = await fixture.fetchLink(url, { range: 'bytes=2-4' });
    expect([part.statusCode, part.payload, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
    expect((await fixture.fetchLink(url, { range: 'bytes=50-' })).statusCode).toBe(416);
    expect((await fixture.fetchLink(url, { 'if-none-match': String(whole.headers['etag']) })).statusCode).toBe(304);
    const elsewhere = url.replace(id, await fixture.textFile(fixture.mei));
    expect((await fixture.fetchLink(elsewhere)).statusCode).toBe(404);
    expect((await fixture.shop.request({ method: 'GET', url: new URL(url).pathname, headers: { host: APP_HOST } })).statusCode).toBe(404);
  });

  test('expires after the requested time, within limits', async () => {
    const id = await fixture.textFile(fixture.mei);
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
      const now = fixture.shop.platform.clock.now();
      const { expiresAt } = await fixture.linkTo(fixture.mei, id, asked);
      expect(Math.round((expiresAt - now) / 60_000), asked).toBe(minutes);
    }
    const { url } = await fixture.linkTo(fixture.mei, id, '1');
    fixture.shop.platform.advanceClock?.(61_000);
    expect((await fixture.fetchLink(url)).statusCode).toBe(403);
  });

  test('requires the proof of this request, or the token of the header while that is allowed', async () => {
    const id = await fixture.textFile(fixture.mei);
    const proof = proofFor(fixture.mei, id, '20');
    for (const wrong of [
      proofFor(fixture.han, id, '20'),
      proofFor(fixture.mei, id, '21'),
      proofFor(fixture.mei, 'other', '20'),
      'x',
      tokenOf(fixture.han),
      `${proof}=`,
    ])
      expect(await fixture.askLink(fixture.mei, id, '20', encodeURIComponent(wrong)), wrong).toMatchObject({ code: 'request.invalid' });
    expect(await fixture.askLink(undefined, id, '20', proof)).toMatchObject({ code: 'requestLogin' });
    expect(await fixture.askLink(undefined, id, '20', encodeURIComponent(tokenOf(fixture.mei)))).toMatchObject({ code: 'requestLogin' });
    expect((await fixture.askLink(fixture.mei, id, '20', encodeURIComponent(tokenOf(fixture.mei)))).code).toBe('success');
    // The path contains the login token without URL encoding, so the slashes of its base64 separate segments. The nickname of three
    // question marks ensures that this token contains a slash.
    const device = { deviceCode: 'pc', deviceId: undefined, userAgent: '' } as const;
    const session = await completeSignIn(
      assembleAccount(fixture.shop.platform),
      { id: fixture.han.id, nickname: '???', avatar: '' },
      device,
    );
    expect(session.dpAuthToken).toContain('/');
    const withSlash = { ...fixture.han, headers: { authorization: `dp-token ${session.dpAuthToken}`, 'x-device-code': 'pc' } };
    const own = await fixture.textFile(withSlash);
    expect((await fixture.askLink(withSlash, own, '20', tokenOf(withSlash))).code).toBe('success');

    const strict = await openTestServer({ TOKEN_IN_DOWNLOAD_PATH: '0' });
    await strict.server.listen({ port: 0, host: '127.0.0.1' });
    const reader = await strict.user('13944440009');
    const file = granted(await uploadAs(strict, reader, 'a.txt', Buffer.from('a')));
    const ask = (last: string) =>
      strict.call(`/api/file/userFile/createDownLoadUrl/${file.id}/20/${encodeURIComponent(last)}`, { as: reader });
    expect((await ask(tokenOf(reader))).code).toBe('request.invalid');
    expect((await ask(proofFor(reader, file.id, '20'))).code).toBe('success');
    await strict.close();
  });

  test('expires when the session or the file is deleted, however the session ends', async () => {
    const account = assembleAccount(fixture.shop.platform);
    const signIn = async (): Promise<TestUser> => {
      const session = await completeSignIn(
        account,
        { id: fixture.han.id, nickname: '韩', avatar: '' },
        { deviceCode: 'web', deviceId: undefined, userAgent: '' },
      );
      return { ...fixture.han, headers: { authorization: `dp-token ${session.dpAuthToken}`, 'x-device-code': 'web' } };
    };
    const first = await signIn();
    const replaced = await fixture.linkTo(first, await fixture.textFile(first));
    expect((await fixture.fetchLink(replaced.url)).statusCode).toBe(200);
    const second = await signIn();
    await expect.poll(async () => (await fixture.fetchLink(replaced.url)).statusCode, { timeout: 20_000 }).toBe(403);
    const id = await fixture.textFile(second);
    const signedOut = await fixture.linkTo(second, id);
    const deleted = await fixture.linkTo(second, await fixture.textFile(second, '要删的'));
    expect((await fixture.fetchLink(signedOut.url)).statusCode).toBe(200);
    const deletedId = new URL(deleted.url).host.split('.')[0] ?? '';
    await fixture.shop.call('/api/file/userFile/delete', { as: second, body: { fileId: deletedId } });
    expect((await fixture.fetchLink(deleted.url)).statusCode).toBe(404);
    expect((await fixture.shop.call('/api/user/auth/logout', { as: second })).code).toBe('success');
    await expect.poll(async () => (await fixture.fetchLink(signedOut.url)).statusCode, { timeout: 20_000 }).toBe(403);
    fixture.han = await signIn();
  });

  test('has a ticket that is valid for nothing else, and accepts no other ticket', async () => {
    const id = await fixture.textFile(fixture.mei);
    const { url, expiresAt } = await fixture.linkTo(fixture.mei, id);
    const [, , ticket = '', name = ''] = new URL(url).pathname.split('/');
    const host = new URL(url).host;
    const get = (path: string) => fixture.shop.request({ method: 'GET', url: path, headers: { host } });
    expect((await get(`/~c/${ticket}/${name}`)).statusCode).toBe(403);
    const sid = JSON.parse(String(JSON.parse(Buffer.from(tokenOf(fixture.mei), 'base64').toString()).content)).sid as string;
    const secret = deriveKey(fixture.shop.platform.secret, 'content-ticket');
    const reading = sealTicket(secret, {
      versionId: id,
      scope: 'full',
      sid,
      userId: fixture.mei.id,
      expiresAt,
      revision: 0,
      institutionIds: [],
    });
    for (const other of [
      reading,
      tokenOf(fixture.mei),
      proofFor(fixture.mei, id, '20'),
      ticket.split('.')[0] ?? '',
      `${ticket}A`,
      ticket.toUpperCase(),
    ])
      expect((await get(`/~f/${encodeURIComponent(other)}/${name}`)).statusCode, other).toBe(403);
    const [body = '', mac = ''] = ticket.split('.');
    for (let at = 0; at < body.length; at += 7) {
      const altered = `${body.slice(0, at)}${body[at] === 'A' ? 'B' : 'A'}${body.slice(at + 1)}.${mac}`;
      expect((await get(`/~f/${altered}/${name}`)).statusCode).toBe(403);
    }
  });

  test('leaves no ticket, proof or token in the log, however the URL is written', async () => {
    const id = await fixture.textFile(fixture.mei);
    const { url } = await fixture.linkTo(fixture.mei, id);
    const [, , ticket = ''] = new URL(url).pathname.split('/');
    await fixture.fetchLink(url);
    await fixture.askLink(fixture.mei, id, '20', encodeURIComponent(tokenOf(fixture.mei)));
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
      await fixture.shop.call(address, { as: fixture.mei });
    const log = fixture.shop.log();
    expect(log).toContain('/api/file/userFile/createDownLoadUrl');
    for (const secret of [ticket, tokenOf(fixture.mei), proofFor(fixture.mei, id, '20'), 'Marker'])
      expect(log.includes(secret), secret).toBe(false);
  });
});
