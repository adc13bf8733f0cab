/** Publishes a signed release: stores its files and shows the version to clients; or gives a published version its renewed manifest. */
import path from 'node:path';
import { CodedError, canonicalJson, compareVersions, newId, type UpdateManifest } from '@shufang/contract';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { type Operator, recordAuditEvent } from '../audit/audit-events.ts';
import { type AppVersion, type Build, nameOfVersion, type ReleasedFile } from './app-version.ts';
import { ReleaseError } from './release-error.ts';
import { type CheckedRelease, fileOfKind } from './signed-release.ts';
import { findHighestVersionCode, findReleasedVersion, insertReleasedVersion, lockBuild, updateManifestOf } from './store.ts';
import { storeFile } from './store-file.ts';

/** Media type of Android's packages; a browser on Android opens the installer for a file of this type. */
const APK = 'application/vnd.android.package-archive';

export const mediaTypeOf = (platform: Build['platform']): string => (platform === 'android' ? APK : 'application/octet-stream');

interface PublishDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly objects: ObjectStorage;
}

/** Throws `release.versionNotNewer` if a version as high was published. */
export const refuseNotNewer = async (db: Queryable, build: Build, versionCode: string): Promise<void> => {
  const newest = await findHighestVersionCode(db, build);
  if (newest !== undefined && compareVersions(versionCode, newest) <= 0) throw new CodedError('release.versionNotNewer', { newest });
};

/** Returns whether a manifest states the same version as another one, except for its times. */
const isRenewalOf = (renewed: UpdateManifest, published: string): boolean => {
  const before = JSON.parse(published) as UpdateManifest;
  const withoutTimes = (manifest: UpdateManifest): string => canonicalJson({ ...manifest, issuedAt: 0, expiresAt: 0 });
  return renewed.issuedAt > before.issuedAt && withoutTimes(renewed) === withoutTimes(before);
};

/** Returns the published version whose signature the release renews; undefined if there is none. */
export const findVersionToRenew = async (db: Queryable, { statement }: CheckedRelease): Promise<AppVersion | undefined> => {
  const published = await findReleasedVersion(db, statement, statement.version);
  return published !== undefined && isRenewalOf(statement, published.manifest) ? published : undefined;
};

/** Gives a published version the manifest that was signed again. Returns undefined if the release is no renewal of a published version. */
const renewVersion = (deps: PublishDependencies, release: CheckedRelease, operator: Operator): Promise<AppVersion | undefined> =>
  deps.db.transaction(async (tx) => {
    const { statement, manifest, signature, keyId } = release;
    await lockBuild(tx, statement);
    const published = await findVersionToRenew(tx, release);
    if (published === undefined) return undefined;
    await updateManifestOf(tx, { id: published.id, manifest, signature, keyId });
    const target = { kind: 'appVersion', id: published.id, name: nameOfVersion(statement, statement.version) } as const;
    await recordAuditEvent(
      tx,
      operator,
      { action: 'release.renew', target, after: { expiresAt: statement.expiresAt, keyId } },
      deps.clock.now(),
    );
    return { ...published, manifest, signature, keyId };
  });

const storeFiles = async (deps: PublishDependencies, { statement }: CheckedRelease, folder: string) => {
  const store = async (kind: 'installer' | 'portable' | 'bundle'): Promise<ReleasedFile | undefined> => {
    const file = fileOfKind(statement, kind);
    if (file === undefined) return undefined;
    const measured = await storeFile(deps.objects, path.join(folder, file.name), mediaTypeOf(statement.platform), file);
    return { name: file.name, ...measured };
  };
  return { file: await store('installer'), portable: await store('portable'), bundle: await store('bundle') };
};

export interface PublishedVersion {
  readonly version: AppVersion;
  /** Whether the version had been published before, and got a new manifest. */
  readonly isRenewed: boolean;
}

/**
 * Publishes the release of which `folder` has the files. Throws `release.versionNotNewer`, `ReleaseError`; the version is then not
 * published.
 */
export const publishVersion = async (
  deps: PublishDependencies,
  { release, folder }: { release: CheckedRelease; folder: string },
  operator: Operator,
): Promise<PublishedVersion> => {
  const { statement } = release;
  const now = deps.clock.now();
  if (statement.expiresAt <= now) throw new ReleaseError('签名已过期，请先用 release renew 重新签名');
  const renewed = await renewVersion(deps, release, operator);
  if (renewed !== undefined) return { version: renewed, isRenewed: true };
  const { platform, arch, channel, version: versionCode } = statement;
  const build: Build = { platform, arch, channel };
  await refuseNotNewer(deps.db.orm, build, versionCode);
  const { file, portable, bundle } = await storeFiles(deps, release, folder);
  if (file === undefined) throw new ReleaseError('签名的清单里没有安装包');
  const version: AppVersion = {
    id: newId(now),
    ...build,
    versionCode,
    descriptionHtml: release.descriptionHtml,
    file,
    portable,
    bundle,
    systemNeeds: statement.systemNeeds,
    silentInstall: statement.silentInstall,
    manifest: release.manifest,
    signature: release.signature,
    keyId: release.keyId,
    isTestBuild: statement.isTestBuild === true,
    releasedAt: now,
  };
  await deps.db.transaction(async (tx) => {
    await lockBuild(tx, build);
    // The check is repeated under the lock, because another version may have been published while the files were stored.
    await refuseNotNewer(tx, build, versionCode);
    await insertReleasedVersion(tx, version);
    const after = { state: 'released', sha512: file.sha512, keyId: version.keyId };
    const target = { kind: 'appVersion', id: version.id, name: nameOfVersion(build, versionCode) } as const;
    await recordAuditEvent(tx, operator, { action: 'release.publish', target, after }, now);
  });
  return { version, isRenewed: false };
};
