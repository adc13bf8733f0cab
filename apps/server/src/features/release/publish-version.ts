/** Publishes a version: stores its file, writes and signs the manifest, and shows the version to clients. */
import { createHash } from 'node:crypto';
import { APP_ID, CodedError, canonicalJson, compareVersions, newId, type UpdateManifest, updateManifest } from '@shufang/contract';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { type Operator, recordAuditEvent } from '../audit/audit-events.ts';
import { type AppVersion, type Build, nameOfVersion } from './app-version.ts';
import { type ReleaseKey, signText } from './release-key.ts';
import { findHighestVersionCode, insertReleasedVersion, lockBuild } from './store.ts';
import { storeFile } from './store-file.ts';

const DAY_MS = 86_400_000;
/** Media type of Android's packages; a browser on Android opens the installer for a file of this type. */
const APK = 'application/vnd.android.package-archive';

export const mediaTypeOf = (platform: Build['platform']): string => (platform === 'android' ? APK : 'application/octet-stream');

export interface Release {
  readonly build: Build;
  readonly versionCode: string;
  /** Path of the installer on this machine. */
  readonly file: string;
  /** File name shown to users: plain ASCII, no path. */
  readonly fileName: string;
  /** The variant that runs without installation: path on this machine and file name. */
  readonly portable?: { readonly file: string; readonly fileName: string } | undefined;
  /** System requirements and the command for silent installation; may be empty. */
  readonly systemNeeds: string;
  readonly silentInstall: string;
  /** The release notes as HTML, already sanitized, because the manifest contains their hash and is signed. */
  readonly descriptionHtml: string;
  readonly key: ReleaseKey;
  /** Days after which clients no longer install the version. */
  readonly expiresDays: number;
}

const refuseNotNewer = async (db: Queryable, { build, versionCode }: Release): Promise<void> => {
  const newest = await findHighestVersionCode(db, build);
  if (newest !== undefined && compareVersions(versionCode, newest) <= 0) throw new CodedError('release.versionNotNewer', { newest });
};

/** Publishes the version. Throws `release.versionNotNewer`, `ReleaseError`; the version is then not published. */
export const publishVersion = async (
  deps: { db: Database; clock: Clock; objects: ObjectStorage },
  release: Release,
  operator: Operator,
): Promise<AppVersion> => {
  await refuseNotNewer(deps.db.orm, release);
  const { build, versionCode, fileName, descriptionHtml, key, systemNeeds, silentInstall } = release;
  const measured = await storeFile(deps.objects, release.file, mediaTypeOf(build.platform));
  const portable =
    release.portable === undefined
      ? undefined
      : { name: release.portable.fileName, ...(await storeFile(deps.objects, release.portable.file, mediaTypeOf(build.platform))) };
  const now = deps.clock.now();
  const files = [{ name: fileName, ...measured }, ...(portable === undefined ? [] : [portable])];
  const statement: UpdateManifest = {
    appId: APP_ID,
    ...build,
    version: versionCode,
    // The installer comes first in the list, because clients install the first file.
    files: files.map(({ name, bytes, sha512 }) => ({ name, size: bytes, sha512 })),
    notesSha512: createHash('sha512').update(descriptionHtml, 'utf8').digest('hex'),
    issuedAt: now,
    expiresAt: now + release.expiresDays * DAY_MS,
  };
  const manifest = canonicalJson(updateManifest.parse(statement));
  const version: AppVersion = {
    id: newId(now),
    ...build,
    versionCode,
    descriptionHtml,
    file: { name: fileName, ...measured },
    portable,
    systemNeeds,
    silentInstall,
    manifest,
    signature: signText(key, manifest),
    keyId: key.keyId,
    releasedAt: now,
  };
  await deps.db.transaction(async (tx) => {
    await lockBuild(tx, build);
    // The check is repeated under the lock, because another version may have been published while the file was stored.
    await refuseNotNewer(tx, release);
    await insertReleasedVersion(tx, version);
    const after = { state: 'released', sha512: measured.sha512, keyId: key.keyId };
    const target = { kind: 'appVersion', id: version.id, name: nameOfVersion(build, versionCode) } as const;
    await recordAuditEvent(tx, operator, { action: 'release.publish', target, after }, now);
  });
  return version;
};
