/** The attacks U1 to U28 and U42 to U45 of docs/security.md §7 on what a server offers as an update. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { APP_ID, canonicalJson, type UpdateManifest } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { type UpdateContext, verifyUpdate } from './verify-update.ts';

const NOW = Date.UTC(2026, 10, 1);
const DAY = 86_400_000;
const NOTES = '<p>修复若干问题</p>';
const sha512 = (text: string): string => createHash('sha512').update(text).digest('hex');
const packager = generateKeyPairSync('ed25519');
const attacker = generateKeyPairSync('ed25519');
const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();
const idOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);

const context: UpdateContext = {
  publicKeys: [pemOf(packager.publicKey)],
  bundleKeys: [pemOf(packager.publicKey)],
  platform: 'linux',
  arch: 'x64',
  channel: 'stable',
  current: '1.2.3',
  seen: { version: '1.2.4', issuedAt: NOW - 10 * DAY },
  failed: ['1.2.6'],
  rejected: undefined,
  now: NOW,
};

const manifest: UpdateManifest = {
  appId: APP_ID,
  channel: 'stable',
  platform: 'linux',
  arch: 'x64',
  version: '1.2.5',
  files: [
    { kind: 'installer', name: 'shufang-1.2.5-linux-x64.deb', size: 80_000_000, sha512: sha512('installer') },
    { kind: 'bundle', name: 'shufang-1.2.5-linux-x64.asar', size: 500_000, sha512: sha512('bundle') },
  ],
  shell: 1,
  notesSha512: sha512(NOTES),
  systemNeeds: 'glibc 2.28',
  silentInstall: 'setup.exe /S',
  issuedAt: NOW - DAY,
  expiresAt: NOW + 89 * DAY,
};

/** Returns an offer with a manifest text that is signed by a key. */
const signText = (text: string, { privateKey, publicKey } = packager) => ({
  manifest: text,
  signature: sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64'),
  keyId: idOf(publicKey),
  description: NOTES,
});
const offerOf = (change: Partial<UpdateManifest> = {}, keys = packager) => signText(canonicalJson({ ...manifest, ...change }), keys);
const valid = offerOf();

describe('an update that a server offers', () => {
  it('is accepted if it is signed, newer and for this client', () => {
    const update = verifyUpdate(valid, context);
    expect(update).toMatchObject({ manifest, notes: NOTES, file: { kind: 'bundle', sha512: sha512('bundle') } });
  });

  it('is the installer if the bundle needs another runtime, or if there is no bundle', () => {
    expect(verifyUpdate(offerOf({ shell: 2 }), context)).toMatchObject({ file: { kind: 'installer' } });
    expect(verifyUpdate(offerOf({ shell: 0, files: manifest.files.slice(0, 1) }), context)).toMatchObject({ file: { kind: 'installer' } });
  });

  it('is accepted when it is the version that was seen before, or the running one, signed again', () => {
    expect(verifyUpdate(offerOf({ version: '1.2.4' }), context)).toMatchObject({ file: { kind: 'bundle' } });
    const { seen: _seen, ...unseen } = context;
    expect(verifyUpdate(offerOf({ version: '1.2.3' }), { ...unseen, seen: undefined })).toMatchObject({ file: { kind: 'bundle' } });
  });

  it('is accepted when it was signed before the lower version that was seen, which was signed again', () => {
    expect(verifyUpdate(offerOf({ issuedAt: NOW - 11 * DAY, expiresAt: NOW + DAY }), context)).toMatchObject({ file: { kind: 'bundle' } });
  });

  it('is accepted from the second key of a client, which the packager changes to', () => {
    const keys = [pemOf(packager.publicKey), pemOf(attacker.publicKey)];
    const both = { ...context, publicKeys: keys, bundleKeys: keys };
    expect(verifyUpdate(offerOf({}, attacker), both)).toMatchObject({ file: { kind: 'bundle' } });
  });

  it('is the installer if the boot loader does not have the new key, or has refused the bundle', () => {
    const both = { ...context, publicKeys: [pemOf(packager.publicKey), pemOf(attacker.publicKey)] };
    expect(verifyUpdate(offerOf({}, attacker), both)).toMatchObject({ file: { kind: 'installer' } });
    expect(verifyUpdate(valid, { ...context, rejected: '1.2.5' })).toMatchObject({ file: { kind: 'installer' } });
    expect(verifyUpdate(valid, { ...context, rejected: '1.2.4' })).toMatchObject({ file: { kind: 'bundle' } });
  });

  const swapped = valid.signature.startsWith('A') ? 'B' : 'A';
  it.each([
    ['U1', 'a version number that was changed', { ...valid, manifest: valid.manifest.replace('1.2.5', '9.9.9') }, 'badSignature'],
    [
      'U2',
      'a file hash that was changed',
      { ...valid, manifest: valid.manifest.replace(sha512('bundle'), sha512('evil')) },
      'badSignature',
    ],
    ['U3', 'a file size that was changed', { ...valid, manifest: valid.manifest.replace('500000', '900000') }, 'badSignature'],
    ['U4', 'a manifest that was cut off', { ...valid, manifest: valid.manifest.slice(0, -20) }, 'badSignature'],
    ['U5', 'a space after the manifest', { ...valid, manifest: `${valid.manifest} ` }, 'badSignature'],
    ['U6', 'an empty manifest', { ...valid, manifest: '' }, 'badSignature'],
    ['U7', 'a signature with one changed character', { ...valid, signature: swapped + valid.signature.slice(1) }, 'badSignature'],
    ['U8', 'a signature that was cut off', { ...valid, signature: valid.signature.slice(0, 40) }, 'badSignature'],
    ['U9', 'no signature', { ...valid, signature: '' }, 'badSignature'],
    ['U10', 'the signature of another manifest', { ...valid, signature: offerOf({ version: '1.2.9' }).signature }, 'badSignature'],
    ['U11', 'the key of an attacker', offerOf({}, attacker), 'unknownKey'],
    ['U12', 'the key of an attacker under the id of ours', { ...offerOf({}, attacker), keyId: valid.keyId }, 'badSignature'],
    ['U13', 'an empty key id', { ...valid, keyId: '' }, 'unknownKey'],
    ['U14', 'a manifest of another application', signText(canonicalJson({ ...manifest, appId: 'cn.example.app' })), 'malformed'],
    ['U15', 'a build for another system', offerOf({ platform: 'win' }), 'otherBuild'],
    ['U16', 'a build for another processor', offerOf({ arch: 'arm64' }), 'otherBuild'],
    ['U17', 'a build of another channel', offerOf({ channel: 'beta' }), 'otherBuild'],
    ['U18', 'a manifest that has expired', offerOf({ issuedAt: NOW - 90 * DAY, expiresAt: NOW }), 'expired'],
    ['U19', 'a manifest of the future', offerOf({ issuedAt: NOW + 2 * DAY, expiresAt: NOW + 60 * DAY }), 'notYetValid'],
    ['U20', 'a manifest that is valid for years', offerOf({ expiresAt: NOW + 3_650 * DAY }), 'malformed'],
    ['U21', 'a version older than the running one', offerOf({ version: '1.2.2' }), 'older'],
    ['U22', 'a version older than one seen before', offerOf({ version: '1.2.3' }), 'older'],
    [
      'U23',
      'an earlier manifest of the version seen before',
      offerOf({ version: '1.2.4', issuedAt: NOW - 11 * DAY, expiresAt: NOW + DAY }),
      'replayed',
    ],
    ['U24', 'a version that did not start', offerOf({ version: '1.2.6' }), 'failedBefore'],
    ['U25', 'replaced release notes', { ...valid, description: '<p>请关闭杀毒软件</p>' }, 'notesReplaced'],
    [
      'U26',
      'a file name that leaves the folder',
      offerOf({ files: [{ kind: 'installer', name: '../../a', size: 1, sha512: sha512('a') }] }),
      'malformed',
    ],
    ['U42', 'another command for silent installation', { ...valid, manifest: valid.manifest.replace('/S', '/X') }, 'badSignature'],
    ['U43', 'other system requirements', { ...valid, manifest: valid.manifest.replace('glibc', 'musl') }, 'badSignature'],
    [
      'U44',
      'a version with the runtime of the tests',
      offerOf({ isTestBuild: true, shell: 0, files: manifest.files.slice(0, 1) }),
      'testBuild',
    ],
    ['U45', 'a bundle with the runtime of the tests', offerOf({ isTestBuild: true }), 'malformed'],
    ['U27', 'a response of another kind', { manifest: { version: '9.9.9' }, signature: true }, 'malformed'],
    ['U28', 'a huge response', { ...valid, description: 'x'.repeat(300_001) }, 'malformed'],
  ])('%s: is refused with %s', (_id, _attack, offered, refused) => {
    expect(verifyUpdate(offered, context)).toEqual({ refused });
  });

  it('is refused if any single character of the manifest was changed', () => {
    const changed = [...valid.manifest].map((character, index) => {
      const text = valid.manifest.slice(0, index) + (character === '0' ? '1' : '0') + valid.manifest.slice(index + 1);
      return verifyUpdate({ ...valid, manifest: text }, context);
    });
    expect(new Set(changed.map((result) => JSON.stringify(result)))).toEqual(new Set(['{"refused":"badSignature"}']));
  });
});
