/** Publishing, offering, fetching and withdrawing versions, through the command line and over HTTP, with a client's own checks of what is signed. */
import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  canonicalJson,
  type getLastVersion,
  LIMITS,
  type listAppVersions,
  type OutputOf,
  type UpdateManifest,
  updateManifest,
} from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../app/cli/command.ts';
import { makeSigningKey, publishRelease, withdrawRelease } from '../../app/cli/release.ts';
import { explainFailure } from '../../app/explain-failure.ts';
import { APP_HOST, openTestServer, type TestServer } from '../../app/testing/test-server.ts';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { ReleaseError } from './release-error.ts';

type Offered = OutputOf<typeof getLastVersion>;
const BASE = '/api/maintenance/appUpdater';
let shop: TestServer;
let publicKey: string;
const installer = randomBytes(300_000);
const place = (name: string): string => path.join(shop.platform.config.dataDir, name);

beforeAll(async () => {
  shop = await openTestServer();
  const made = await makeSigningKey.prepareBare(['--out', place('key.pem')])(process.env, () => undefined);
  publicKey = (made.data as { publicKey: string }).publicKey;
  await writeFile(place('setup.exe'), installer);
  await writeFile(place('notes.html'), '<h2>本次更新</h2><p onclick="x()">修复若干问题</p><script>alert(1)</script>');
});
afterAll(() => shop?.close());
beforeEach(() => shop.platform.db.pool.query('delete from app_version'));

interface Publishing {
  platform?: string;
  arch?: string;
  channel?: string;
  file?: string;
  more?: readonly string[];
}
const buildArgs = (version: string, { platform = 'win', arch = 'x64', channel = 'stable' }: Publishing): string[] =>
  `--version ${version} --platform ${platform} --arch ${arch} --channel ${channel}`.split(' ');
const publish = async (version: string, what: Publishing = {}): Promise<void> => {
  const files = ['--file', place(what.file ?? 'setup.exe'), '--notes', place('notes.html'), '--key', place('key.pem')];
  const args = [...buildArgs(version, what), ...files, ...(what.more ?? [])];
  const { ok } = await publishRelease.prepare(args)(shop.platform, () => undefined);
  expect(ok).toBe(true);
};
const withdraw = async (version: string, what: Publishing = {}): Promise<void> => {
  await withdrawRelease.prepare(buildArgs(version, what))(shop.platform, () => undefined);
};
const last = (query = '', userAgent = 'test') =>
  shop.call<Offered>(`${BASE}/getLastVersion${query}`, { headers: { 'user-agent': userAgent } });
const offered = async (query = ''): Promise<Offered> => {
  const { payload, message } = await last(query);
  if (payload === null) throw new Error(message);
  return payload;
};
const fetchFile = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  shop.request({ method, url: url.replace(/^https?:\/\/[^/]+/, ''), headers: { host: APP_HOST, ...headers } });

/** What a client does before it installs anything. */
const verified = (version: Pick<Offered, 'manifest' | 'signature'>): UpdateManifest | undefined => {
  const bytes = Buffer.from(version.manifest, 'utf8');
  if (!verify(null, bytes, createPublicKey(publicKey), Buffer.from(version.signature, 'base64'))) return undefined;
  return updateManifest.parse(JSON.parse(version.manifest));
};
const sha512 = (data: Buffer | string): string => createHash('sha512').update(data).digest('hex');

describe('an update check', () => {
  it('says honestly that there is nothing yet', async () => {
    expect(await last()).toEqual({ code: 'release.nonePublished', message: '目前没有可供下载的版本', payload: null });
    await publish('1.0.0', { channel: 'beta' });
    expect((await last()).code).toBe('release.nonePublished');
    expect((await offered('?channel=beta')).versionCode).toBe('1.0.0');
  });

  it('answers the version with notes that cannot act and an address that works', async () => {
    await publish('1.2.3');
    const version = await offered();
    expect(version).toMatchObject({ versionCode: '1.2.3', description: '<h2>本次更新</h2><p>修复若干问题</p>', size: installer.length });
    expect(version.updateUrl).toBe(`http://${APP_HOST}${BASE}/file/stable/win/x64/1.2.3/shufang-1.2.3-win-x64.exe`);
    expect((await fetchFile(version.updateUrl)).rawPayload.equals(installer)).toBe(true);
    expect((await last()).message).toBe('');
  });

  it('offers a build that needs no installation beside it, with what the operator says of the machine and of installing it quietly', async () => {
    const portable = Buffer.from('PK portable');
    await writeFile(place('portable.zip'), portable);
    const words = ['--needs', 'Windows 10 或更高版本，4 GB 内存', '--silent', 'shufang-1.3.0-win-x64.exe /S'];
    await publish('1.3.0', { more: ['--portable', place('portable.zip'), ...words] });
    const { newest = [] } = (await shop.call<OutputOf<typeof listAppVersions>>('/api/app/versions')).payload ?? {};
    const url = `${BASE}/file/stable/win/x64/1.3.0/shufang-1.3.0-win-x64-portable.zip`;
    expect(newest[0]).toMatchObject({
      systemNeeds: words[1],
      silentInstall: words[3],
      portable: { url, fileName: 'shufang-1.3.0-win-x64-portable.zip', size: portable.length, sha512: sha512(portable) },
    });
    expect((await fetchFile(url)).rawPayload.equals(portable)).toBe(true);
    expect(verified(await offered())?.files.map(({ name }) => name)).toEqual([
      'shufang-1.3.0-win-x64.exe',
      'shufang-1.3.0-win-x64-portable.zip',
    ]);
    await withdraw('1.3.0');
    expect((await fetchFile(url)).statusCode).toBe(404);
    await publish('1.4.0');
    const [plain] = (await shop.call<OutputOf<typeof listAppVersions>>('/api/app/versions')).payload?.newest ?? [];
    for (const field of ['portable', 'systemNeeds', 'silentInstall']) expect(plain).not.toHaveProperty(field);
    await expect(publish('1.5.0', { more: ['--needs', '两\n行'] })).rejects.toThrow('--needs');
  });

  it('lists the newest build of each platform, and what came before', async () => {
    const versions = async () => (await shop.call<OutputOf<typeof listAppVersions>>('/api/app/versions')).payload;
    expect(await versions()).toEqual({ newest: [], history: [] });
    await publish('1.0.0');
    await publish('1.1.0');
    await publish('2.0.0', { platform: 'ios', arch: 'arm64' });
    await publish('2.0.0', { platform: 'harmony', arch: 'arm64' });
    const answer = await versions();
    expect(answer?.newest.map(({ platform, versionCode }) => `${platform} ${versionCode}`).toSorted()).toEqual([
      'harmony 2.0.0',
      'ios 2.0.0',
      'win 1.1.0',
    ]);
    expect(answer?.history).toMatchObject([{ platform: 'win', versionCode: '1.0.0' }]);
    const build = answer?.newest.find(({ platform }) => platform === 'win');
    expect(build).toMatchObject({
      sha256: createHash('sha256').update(installer).digest('hex'),
      sha512: sha512(installer),
      size: installer.length,
    });
    expect((await fetchFile(build?.url ?? '')).rawPayload.equals(installer)).toBe(true);
  });

  it('takes an iPhone and a HarmonyOS phone for what they are', async () => {
    await publish('1.0.0', { platform: 'android', arch: 'arm64' });
    await publish('1.0.0', { platform: 'ios', arch: 'arm64' });
    await publish('1.0.0', { platform: 'harmony', arch: 'arm64' });
    const platformFor = async (userAgent: string) => (await last('', userAgent)).payload?.platform;
    expect(await platformFor('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15')).toBe('ios');
    expect(await platformFor('Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/114.0.0.0 ArkWeb/4.1.6.1 Mobile')).toBe(
      'harmony',
    );
    expect(await platformFor('Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36')).toBe('android');
  });

  it('carries a manifest a client can trust: signed, canonical, and true of the very bytes', async () => {
    const before = shop.platform.clock.now();
    await publish('1.2.3', { more: ['--expires-days', '30'] });
    const version = await offered();
    const manifest = verified(version);
    expect(manifest).toEqual({
      appId: 'cn.shufang.app',
      channel: 'stable',
      platform: 'win',
      arch: 'x64',
      version: '1.2.3',
      files: [{ name: 'shufang-1.2.3-win-x64.exe', size: installer.length, sha512: sha512(installer) }],
      notesSha512: sha512(version.description),
      issuedAt: version.releasedAt,
      expiresAt: version.releasedAt + 30 * 86_400_000,
    });
    expect(version.releasedAt).toBeGreaterThanOrEqual(before);
    expect(version.manifest).toBe(canonicalJson(manifest ?? null));
    const der = createPublicKey(publicKey).export({ type: 'spki', format: 'der' });
    expect(version.keyId).toBe(createHash('sha256').update(der).digest('hex').slice(0, 16));
    for (const [from, to] of [
      ['1.2.3', '9.9.9'],
      ['win', 'mac'],
      ['stable', 'beta'],
      [sha512(installer).slice(0, 8), '00000000'],
    ] as const)
      expect(verified({ ...version, manifest: version.manifest.replace(from, to) }), to).toBeUndefined();
  });

  it('keeps each platform, arch and channel apart and orders versions by number', async () => {
    await publish('1.9.0');
    await publish('1.10.0');
    await publish('2.0.0', { platform: 'mac', arch: 'arm64' });
    await publish('3.0.0', { channel: 'beta' });
    await publish('1.1.0', { platform: 'linux' });
    expect((await offered('?platform=win')).versionCode).toBe('1.10.0');
    expect((await offered('?platform=win&channel=beta')).versionCode).toBe('3.0.0');
    expect((await offered('?platform=mac&arch=arm64')).versionCode).toBe('2.0.0');
    expect((await last('?platform=mac&arch=x64')).code).toBe('release.nonePublished');
    expect((await last('?platform=amiga')).code).toBe('request.invalid');
  });

  it('without a platform answers for the caller’s own, and otherwise the newest there is', async () => {
    await publish('1.0.0');
    await publish('1.1.0', { platform: 'mac', arch: 'arm64' });
    await publish('1.1.0', { platform: 'mac', arch: 'x64' });
    const forAgent = async (agent: string) => {
      const { payload } = await last('', agent);
      return [payload?.platform, payload?.arch];
    };
    expect(await forAgent('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Electron/25.1.1')).toEqual(['win', 'x64']);
    expect(await forAgent('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toEqual(['mac', 'x64']);
    expect(await forAgent('Mozilla/5.0 (Linux; Android 14)')).toEqual(['mac', 'x64']);
    expect(await forAgent('curl/8')).toEqual(['mac', 'x64']);
  });
});

describe('publishing', () => {
  it('refuses a version that is not higher than every one before, withdrawn ones too', async () => {
    await publish('1.10.0');
    for (const version of ['1.10.0', '1.9.9', '0.99.0']) expect(await outcomeOf(publish(version)), version).toBe('release.versionNotNewer');
    await withdraw('1.10.0');
    expect(await outcomeOf(publish('1.10.0'))).toBe('release.versionNotNewer');
    await expect(publish('1.9.0')).rejects.toThrow('版本号须高于已发布过的最高版本 1.10.0');
    expect(await outcomeOf(publish('1.9.0', { channel: 'beta' }))).toBe('success');
    expect(await outcomeOf(publish('1.10.1'))).toBe('success');
  });

  it('of one version by many at once publishes it once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(publish('1.0.0'))));
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'release.versionNotNewer'), 'success']);
  });

  it('names the file by its version and keeps its ending', async () => {
    await writeFile(place('my app.tar.gz'), 'linux');
    await writeFile(place('app.apk'), 'android');
    await publish('1.0.0', { platform: 'linux', arch: 'arm64', file: 'my app.tar.gz' });
    await publish('1.0.0', { platform: 'android', arch: 'arm64', channel: 'beta', file: 'app.apk' });
    expect((await offered('?platform=linux')).fileName).toBe('shufang-1.0.0-linux-arm64.tar.gz');
    const android = await offered('?platform=android&channel=beta');
    expect(android.fileName).toBe('shufang-1.0.0-android-arm64-beta.apk');
    expect((await fetchFile(android.updateUrl)).headers['content-type']).toBe('application/vnd.android.package-archive');
  });

  it.each([
    [['--version', '1.2'], '--version'],
    [['--version', '01.2.3'], '--version'],
    [['--platform', 'amiga'], '--platform'],
    [['--arch', 'arm'], '--arch'],
    [['--channel', 'nightly'], '--channel'],
    [['--expires-days', '0'], '--expires-days'],
    [['--file', ''], '--file'],
    [['--file', 'installer'], '扩展名'],
  ])('refuses %j before anything is opened', (args, sentence) => {
    const sound = [...buildArgs('1.0.0', {}), '--file', 'a.exe', '--notes', 'n.html', '--key', 'k.pem'];
    const attempt = () => publishRelease.prepare([...sound, ...args]);
    expect(attempt).toThrow(UsageError);
    expect(attempt).toThrow(sentence);
  });

  it('refuses an empty file, notes without words and what is no Ed25519 key, in a sentence and without a trace', async () => {
    await writeFile(place('empty.exe'), '');
    await expect(publish('1.0.0', { file: 'empty.exe' })).rejects.toThrow(ReleaseError);
    await expect(publish('1.0.0', { file: 'missing.exe' })).rejects.toThrow('ENOENT');
    await writeFile(place('silent.html'), '<script>1</script>');
    await expect(publish('1.0.0', { more: ['--notes', place('silent.html')] })).rejects.toThrow('没有可以显示的内容');
    await writeFile(place('gbk.html'), Buffer.from([0x3c, 0x70, 0x3e, 0xb8, 0xfc, 0xd0, 0xc2]));
    await expect(publish('1.0.0', { more: ['--notes', place('gbk.html')] })).rejects.toThrow('UTF-8');
    await writeFile(place('long.html'), `<p>${'x'.repeat(LIMITS.releaseNotesBytes)}</p>`);
    await expect(publish('1.0.0', { more: ['--notes', place('long.html')] })).rejects.toThrow('不能超过');
    const wrong = await publish('1.0.0', { more: ['--key', place('notes.html')] }).catch((error: unknown) => error);
    expect(explainFailure(wrong)).toBe('签名密钥无法读取：须为 release keygen 生成的 PEM 私钥文件');
    expect((await last()).code).toBe('release.nonePublished');
  });
});

describe('release keygen', () => {
  it('writes the private key for its owner alone and never over another', async () => {
    expect((await stat(place('key.pem'))).mode & 0o777).toBe(0o600);
    const pem = await readFile(place('key.pem'), 'utf8');
    expect(pem).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    const said: string[] = [];
    const again = makeSigningKey.prepareBare(['--out', place('key.pem')]);
    await expect(again(process.env, (line) => said.push(line))).rejects.toThrow(UsageError);
    expect(await readFile(place('key.pem'), 'utf8')).toBe(pem);
    const made = await makeSigningKey.prepareBare(['--out', place('second.pem')])(process.env, (line) => said.push(line));
    expect(said.join('\n')).toContain('-----BEGIN PUBLIC KEY-----');
    expect(said.join('\n') + JSON.stringify(made)).not.toContain('PRIVATE');
  });
});

describe('the file of a version', () => {
  it('is offered for download and can do nothing else', async () => {
    await publish('1.0.0');
    const { headers, statusCode } = await fetchFile((await offered()).updateUrl);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="shufang-1.0.0-win-x64.exe"',
      'content-length': String(installer.length),
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('is sent in the part that was asked for, so that a broken download goes on', async () => {
    await publish('1.0.0');
    const { updateUrl } = await offered();
    const whole = await fetchFile(updateUrl);
    const etag = String(whole.headers.etag);
    const cases: [string, number, number][] = [
      ['bytes=0-99', 0, 99],
      ['bytes=100000-', 100_000, installer.length - 1],
      ['bytes=-7', installer.length - 7, installer.length - 1],
    ];
    for (const [range, start, end] of cases) {
      const part = await fetchFile(updateUrl, { range });
      expect([part.statusCode, part.headers['content-range']], range).toEqual([206, `bytes ${start}-${end}/${installer.length}`]);
      expect(part.headers['content-length']).toBe(String(end - start + 1));
      expect(part.rawPayload.equals(installer.subarray(start, end + 1)), range).toBe(true);
    }
    const beyond = await fetchFile(updateUrl, { range: `bytes=${installer.length}-` });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${installer.length}`]);
    expect((await fetchFile(updateUrl, { range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(206);
    const changed = await fetchFile(updateUrl, { range: 'bytes=0-9', 'if-range': '"another"' });
    expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, installer.length]);
    expect((await fetchFile(updateUrl, { 'if-none-match': etag })).statusCode).toBe(304);
    const head = await fetchFile(updateUrl, {}, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, String(installer.length), 0]);
  });

  it('is found under its very address only', async () => {
    await publish('1.0.0');
    const file = 'shufang-1.0.0-win-x64.exe';
    for (const address of [
      `stable/win/x64/1.0.1/${file}`,
      `beta/win/x64/1.0.0/${file}`,
      `stable/mac/x64/1.0.0/${file}`,
      'stable/win/x64/1.0.0/setup.exe',
      'stable/win/x64/1.0.0/..%2f..%2fkey.pem',
      'stable/win/x64/1.0.0/%00',
      'stable/win/x64/1.0/x',
      'stable/amiga/x64/1.0.0/x',
    ])
      expect((await fetchFile(`${BASE}/file/${address}`)).statusCode, address).toBe(404);
  });

  it('that the store has lost is not found, and the log says so', async () => {
    await publish('1.0.0');
    const { updateUrl } = await offered();
    await shop.platform.objects.delete(contentKey(createHash('sha256').update(installer).digest('hex')));
    expect((await fetchFile(updateUrl)).statusCode).toBe(404);
    expect(shop.log()).toContain('the file of a released version is gone');
  });
});

describe('withdrawing', () => {
  it('offers the version before it again and serves the withdrawn file no more', async () => {
    await publish('1.0.0');
    await publish('1.0.1');
    const { updateUrl } = await offered();
    await withdraw('1.0.1');
    expect((await offered()).versionCode).toBe('1.0.0');
    expect((await fetchFile(updateUrl)).statusCode).toBe(404);
    expect(await outcomeOf(withdraw('1.0.1'))).toBe('release.versionUnknown');
    expect(await outcomeOf(withdraw('1.0.0', { platform: 'mac' }))).toBe('release.versionUnknown');
  });
});

describe('counting downloads', () => {
  const report = (query: string, address = '203.0.113.1') =>
    shop.server
      .inject({ method: 'GET', url: `${BASE}/increaseDownloadCount?${query}`, headers: { host: APP_HOST }, remoteAddress: address })
      .then((answer) => answer.json<{ code: string; payload: { downloadCount: number } | null }>());

  it('counts each report for its own build, even many at once', async () => {
    await publish('1.0.0');
    await publish('1.0.0', { platform: 'mac' });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => report('versionCode=1.0.0&platform=win', `203.0.113.${i}`)));
    expect(answers.map(({ payload }) => payload?.downloadCount ?? 0).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
    expect((await report('versionCode=1.0.0&platform=mac')).payload?.downloadCount).toBe(1);
  });

  it('knows no version that is not released', async () => {
    await publish('1.0.0');
    await withdraw('1.0.0');
    for (const query of ['versionCode=1.0.0', 'versionCode=7.0.0'])
      expect((await report(query)).code, query).toBe('release.versionUnknown');
    for (const query of ['', 'versionCode=x']) expect((await report(query)).code, query).toBe('request.invalid');
  });

  it('believes one network only so often in an hour', async () => {
    await publish('1.0.0');
    const codes: string[] = [];
    for (let i = 0; i <= LIMITS.downloadCountsPerAddressPerHour; i++) codes.push((await report('versionCode=1.0.0', '198.51.100.9')).code);
    expect(codes.slice(-2)).toEqual(['success', 'request.tooMany']);
    expect((await report('versionCode=1.0.0', '198.51.100.10')).code).toBe('success');
  });
});

it.each(['getLastInstallPackage', 'getLastAppAsar'])('%s tells an old client what to do', async (name) => {
  expect(await shop.call(`${BASE}/${name}`)).toEqual({
    code: 'release.callRetired',
    message: '这个更新接口已停用，请下载安装最新版客户端',
    payload: null,
  });
});
