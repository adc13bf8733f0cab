import { readFile, stat, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { UsageError } from '../../app/cli/command.ts';
import { makeSigningKey, publishRelease } from '../../app/cli/release.ts';
import { explainFailure } from '../../app/explain-failure.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { RELEASE_LIMITS } from './limits.ts';
import { ReleaseError } from './release-error.ts';
import { buildArgs, openReleaseFixture, type ReleaseFixture } from './testing/release-fixture.ts';

let fixture: ReleaseFixture;
beforeAll(async () => {
  fixture = await openReleaseFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());
beforeEach(() => fixture.shop.platform.db.pool.query('delete from app_version'));

it('rejects a version that is not higher than all earlier ones, including withdrawn ones', async () => {
  await fixture.publish('1.10.0');
  for (const version of ['1.10.0', '1.9.9', '0.99.0'])
    expect(await outcomeOf(fixture.publish(version)), version).toBe('release.versionNotNewer');
  await fixture.withdraw('1.10.0');
  expect(await outcomeOf(fixture.publish('1.10.0'))).toBe('release.versionNotNewer');
  await expect(fixture.publish('1.9.0')).rejects.toThrow('版本号须高于已发布过的最高版本 1.10.0');
  expect(await outcomeOf(fixture.publish('1.9.0', { channel: 'beta' }))).toBe('success');
  expect(await outcomeOf(fixture.publish('1.10.1'))).toBe('success');
});

it('publishes a version once if several commands publish it concurrently', async () => {
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(fixture.publish('1.0.0'))));
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
  [['--file', ''], '--file'],
  [['--file', 'installer'], '扩展名'],
])('rejects %j before anything is opened', (args, sentence) => {
  const sound = [...buildArgs('1.0.0', {}), '--file', 'a.exe', '--notes', 'n.html', '--key', 'k.pem'];
  const attempt = () => publishRelease.prepare([...sound, ...args]);
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
  expect(explainFailure(wrong)).toBe('签名密钥无法读取：须为 release keygen 生成的 PEM 私钥文件');
  expect((await fixture.last()).code).toBe('release.nonePublished');
});

it('writes a private key that only its owner can read, and never overwrites a key', async () => {
  expect((await stat(fixture.pathOf('key.pem'))).mode & 0o777).toBe(0o600);
  const pem = await readFile(fixture.pathOf('key.pem'), 'utf8');
  expect(pem).toMatch(/^-----BEGIN PRIVATE KEY-----/);
  const printed: string[] = [];
  const again = makeSigningKey.prepareBare(['--out', fixture.pathOf('key.pem')]);
  await expect(again(process.env, (line) => printed.push(line))).rejects.toThrow(UsageError);
  expect(await readFile(fixture.pathOf('key.pem'), 'utf8')).toBe(pem);
  const made = await makeSigningKey.prepareBare(['--out', fixture.pathOf('second.pem')])(process.env, (line) => printed.push(line));
  expect(printed.join('\n')).toContain('-----BEGIN PUBLIC KEY-----');
  expect(printed.join('\n') + JSON.stringify(made)).not.toContain('PRIVATE');
});
