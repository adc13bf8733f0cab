import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { UsageError } from '../../app/cli/command.ts';
import { createReleaseKey, renewRelease, signRelease } from '../../app/cli/release-signing.ts';
import { explainFailure } from '../../app/explain-failure.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { RELEASE_LIMITS } from './limits.ts';
import { ReleaseError } from './release-error.ts';
import { buildArgs, openReleaseFixture, type ReleaseFixture } from './testing/release-fixture.ts';

let fixture: ReleaseFixture;
beforeAll(async () => {
  fixture = await openReleaseFixture();
}, 120_000);
afterAll(() => fixture?.close());
beforeEach(() => fixture.shop.platform.db.pool.query('delete from app_version'));

it('rejects a version that is not higher than all earlier ones, including withdrawn ones', async () => {
  await fixture.publish('1.10.0');
  await writeFile(fixture.pathOf('other.exe'), 'another installer');
  expect(await outcomeOf(fixture.publish('1.10.0', { file: 'other.exe' }))).toBe('release.versionNotNewer');
  for (const version of ['1.9.9', '0.99.0']) expect(await outcomeOf(fixture.publish(version)), version).toBe('release.versionNotNewer');
  await fixture.withdraw('1.10.0');
  expect(await outcomeOf(fixture.publish('1.10.0'))).toBe('release.versionNotNewer');
  await expect(fixture.publish('1.9.0')).rejects.toThrow('版本号须高于已发布过的最高版本 1.10.0');
  expect(await outcomeOf(fixture.publish('1.9.0', { channel: 'beta' }))).toBe('success');
  expect(await outcomeOf(fixture.publish('1.10.1'))).toBe('success');
});

it('publishes a version once if several commands publish it concurrently', async () => {
  const folder = await fixture.sign('1.0.0');
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(fixture.publishFrom(folder))));
  expect(outcomes.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'release.versionNotNewer'), 'success']);
});

it('names the file by its version and keeps its extension', async () => {
  await writeFile(fixture.pathOf('my app.tar.gz'), 'linux');
  await writeFile(fixture.pathOf('app.apk'), 'android');
  await fixture.publish('1.0.0', { platform: 'linux', arch: 'arm64', file: 'my app.tar.gz' });
  await fixture.publish('1.0.0', { platform: 'android', arch: 'arm64', channel: 'beta', file: 'app.apk' });
  expect((await fixture.offered('?platform=linux')).fileName).toBe('shufang-1.0.0-linux-arm64.tar.gz');
  const android = await fixture.offered('?platform=android&channel=beta');
  expect(android.fileName).toBe('shufang-1.0.0-android-arm64-beta.apk');
  expect((await fixture.fetchFile(android.updateUrl)).headers['content-type']).toBe('application/vnd.android.package-archive');
});

it.each([
  [['--version', '1.2'], '--version'],
  [['--version', '01.2.3'], '--version'],
  [['--platform', 'amiga'], '--platform'],
  [['--arch', 'arm'], '--arch'],
  [['--channel', 'nightly'], '--channel'],
  [['--expires-days', '0'], '--expires-days'],
  [['--expires-days', '91'], '--expires-days'],
  [['--bundle', 'program.zip'], '.asar'],
  [['--file', 'shufang-1.0.0-linux-x64-测试用.tar.gz'], '测试用的客户端不能作为更新发布'],
  [['--test-build', '--bundle', 'program.asar'], '测试用的客户端不能更新'],
  [['--file', ''], '--file'],
  [['--file', 'installer'], '扩展名'],
])('rejects %j before anything is opened', (args, sentence) => {
  const sound = [...buildArgs('1.0.0', {}), '--file', 'a.exe', '--notes', 'n.html', '--key', 'k.pem', '--out', 'signed'];
  const attempt = () => signRelease.prepareBare([...sound, ...args]);
  expect(attempt).toThrow(UsageError);
  expect(attempt).toThrow(sentence);
});

it('rejects an empty file, notes without text and an invalid key with a message, and stores nothing', async () => {
  await writeFile(fixture.pathOf('empty.exe'), '');
  await expect(fixture.publish('1.0.0', { file: 'empty.exe' })).rejects.toThrow(ReleaseError);
  await expect(fixture.publish('1.0.0', { file: 'missing.exe' })).rejects.toThrow('ENOENT');
  await writeFile(fixture.pathOf('silent.html'), '<script>1</script>');
  await expect(fixture.publish('1.0.0', { more: ['--notes', fixture.pathOf('silent.html')] })).rejects.toThrow('没有可以显示的内容');
  await writeFile(fixture.pathOf('gbk.html'), Buffer.from([0x3c, 0x70, 0x3e, 0xb8, 0xfc, 0xd0, 0xc2]));
  await expect(fixture.publish('1.0.0', { more: ['--notes', fixture.pathOf('gbk.html')] })).rejects.toThrow('UTF-8');
  await writeFile(fixture.pathOf('long.html'), `<p>${'x'.repeat(RELEASE_LIMITS.releaseNotesBytes)}</p>`);
  await expect(fixture.publish('1.0.0', { more: ['--notes', fixture.pathOf('long.html')] })).rejects.toThrow('不能超过');
  const wrong = await fixture.publish('1.0.0', { more: ['--key', fixture.pathOf('notes.html')] }).catch((error: unknown) => error);
  expect(explainFailure(wrong)).toBe('签名密钥无法读取：须为 release key create 生成的 PEM 私钥文件');
  expect((await fixture.last()).code).toBe('release.nonePublished');
});

it('writes a private key that only its owner can read, and never overwrites a key', async () => {
  expect((await stat(fixture.pathOf('key.pem'))).mode & 0o777).toBe(0o600);
  const pem = await readFile(fixture.pathOf('key.pem'), 'utf8');
  expect(pem).toMatch(/^-----BEGIN PRIVATE KEY-----/);
  const printed: string[] = [];
  const again = createReleaseKey.prepareBare(['--out', fixture.pathOf('key.pem')]);
  await expect(again(process.env, (line) => printed.push(line))).rejects.toThrow(UsageError);
  expect(await readFile(fixture.pathOf('key.pem'), 'utf8')).toBe(pem);
  const inside = createReleaseKey.prepareBare(['--out', path.join(fixture.shop.platform.config.dataDir, 'key.pem')]);
  await expect(inside({ DATA_DIR: fixture.shop.platform.config.dataDir }, (line) => printed.push(line))).rejects.toThrow(
    '私钥不能放在 DATA_DIR',
  );
  const made = await createReleaseKey.prepareBare(['--out', fixture.pathOf('second.pem')])(process.env, (line) => printed.push(line));
  expect(printed.join('\n')).toContain('-----BEGIN PUBLIC KEY-----');
  expect(printed.join('\n') + JSON.stringify(made)).not.toContain('PRIVATE');
});

it('publishes the bundle and the portable build, and nothing if a file is another one than was signed', async () => {
  await writeFile(fixture.pathOf('program.asar'), 'the program');
  await writeFile(fixture.pathOf('portable.zip'), 'the portable build');
  const more = ['--bundle', fixture.pathOf('program.asar'), '--portable', fixture.pathOf('portable.zip')];
  const folder = await fixture.sign('1.0.0', { more });
  await fixture.publishFrom(folder);
  const version = await fixture.offered();
  const manifest = fixture.verified(version);
  expect(manifest?.files.map(({ kind, name }) => [kind, name])).toEqual([
    ['installer', 'shufang-1.0.0-win-x64.exe'],
    ['portable', 'shufang-1.0.0-win-x64-portable.zip'],
    ['bundle', 'shufang-1.0.0-win-x64.asar'],
  ]);
  expect(manifest?.shell).toBeGreaterThan(0);
  const file = await fixture.fetchFile(version.updateUrl.replace('.exe', '.asar'));
  expect(file.rawPayload.toString()).toBe('the program');

  const later = await fixture.sign('1.0.1', { more });
  await writeFile(path.join(later, 'shufang-1.0.1-win-x64.asar'), 'another program');
  await expect(fixture.publishFrom(later)).rejects.toThrow('文件与签名时不同');
  expect((await fixture.offered()).versionCode).toBe('1.0.0');
});

it.each([
  ['1.0.1', '9.0.1'],
  ['修复', '破坏'],
  ['"signature": "', '"signature": "AA'],
  ['MCowBQYDK2Vw', 'MCowBQYDK2Vx'],
  ['Windows 10', 'Windows 7'],
  ['setup.exe /S', 'evil.exe /S'],
  // Texts beside the manifest are not signed.
  ['"descriptionHtml"', '"silentInstall": "evil.exe /S", "descriptionHtml"'],
  ['"descriptionHtml"', '"systemNeeds": "Windows 7", "descriptionHtml"'],
])('refuses a signed release in which %s was changed to %s', async (from, to) => {
  const folder = await fixture.sign('1.0.1', { more: ['--needs', 'Windows 10', '--silent', 'setup.exe /S'] });
  const file = path.join(folder, 'release.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
  await expect(fixture.publishFrom(folder)).rejects.toThrow('release.json 已损坏或被改动');
});

it('gives a published version the manifest that was signed again, and refuses an older one', async () => {
  const folder = await fixture.sign('1.0.0', { more: ['--expires-days', '1'] });
  const old = await readFile(path.join(folder, 'release.json'), 'utf8');
  await fixture.publishFrom(folder);
  const before = fixture.verified(await fixture.offered());
  await renewRelease.prepareBare(['--from', folder, '--key', fixture.pathOf('key.pem')])(process.env, () => undefined);
  await fixture.publishFrom(folder);
  const after = fixture.verified(await fixture.offered());
  expect(after).toEqual({ ...before, issuedAt: expect.any(Number), expiresAt: (after?.issuedAt ?? 0) + 90 * 86_400_000 });
  expect(after?.issuedAt).toBeGreaterThan(before?.issuedAt ?? 0);
  await writeFile(path.join(folder, 'release.json'), old);
  expect(await outcomeOf(fixture.publishFrom(folder))).toBe('release.versionNotNewer');
});

it('does not sign a release again that another key has signed, unless the publisher names it as the previous one', async () => {
  const [own, other] = [fixture.pathOf('key.pem'), fixture.pathOf('other-key.pem')];
  const { data } = await createReleaseKey.prepareBare(['--out', other])(process.env, () => undefined);
  const folder = await fixture.sign('1.0.0');
  const file = path.join(folder, 'release.json');
  const renew = (...args: string[]) => renewRelease.prepareBare(['--from', folder, ...args])(process.env, () => undefined);
  const before = await readFile(file, 'utf8');
  await expect(renew('--key', other)).rejects.toThrow('另一把密钥');
  await expect(renew('--key', own, '--previous-key', other)).rejects.toThrow('另一把密钥');
  await expect(renew('--key', other, '--previous-key', fixture.pathOf('notes.html'))).rejects.toThrow(ReleaseError);
  expect(await readFile(file, 'utf8')).toBe(before);
  await writeFile(fixture.pathOf('own-public.pem'), fixture.publicKey);
  await renew('--key', other, '--previous-key', fixture.pathOf('own-public.pem'));
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ publicKey: (data as { publicKey: string }).publicKey });
});
