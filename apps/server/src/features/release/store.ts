/** The only SQL on `app_version`. */
import type { AppVersionRecord } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type SQL, sql } from '../../platform/sql.ts';
import type { AppVersion, Build, ReleasedFile } from './app-version.ts';

interface AppVersionRow extends Record<string, unknown> {
  id: string;
  version_code: string;
  platform: Build['platform'];
  arch: Build['arch'];
  channel: Build['channel'];
  description_html: string;
  file_name: string;
  file_bytes: number;
  file_sha256: string;
  file_sha512: string;
  portable_name: string | null;
  portable_bytes: number | null;
  portable_sha256: string | null;
  portable_sha512: string | null;
  bundle_name: string | null;
  bundle_bytes: number | null;
  bundle_sha256: string | null;
  bundle_sha512: string | null;
  system_needs: string;
  silent_install: string;
  manifest: string;
  signature: string;
  key_id: string;
  is_test_build: boolean;
  released_at: number;
}

/** Returns the second or third file of a version; undefined if it has none. */
const fileOf = (name: string | null, bytes: number | null, sha256: string | null, sha512: string | null): ReleasedFile | undefined =>
  name === null || bytes === null || sha256 === null || sha512 === null ? undefined : { name, bytes, sha256, sha512 };

const toAppVersion = (row: AppVersionRow): AppVersion => ({
  id: row.id,
  versionCode: row.version_code,
  platform: row.platform,
  arch: row.arch,
  channel: row.channel,
  descriptionHtml: row.description_html,
  file: { name: row.file_name, bytes: row.file_bytes, sha256: row.file_sha256, sha512: row.file_sha512 },
  portable: fileOf(row.portable_name, row.portable_bytes, row.portable_sha256, row.portable_sha512),
  bundle: fileOf(row.bundle_name, row.bundle_bytes, row.bundle_sha256, row.bundle_sha512),
  systemNeeds: row.system_needs,
  silentInstall: row.silent_install,
  manifest: row.manifest,
  signature: row.signature,
  keyId: row.key_id,
  isTestBuild: row.is_test_build,
  releasedAt: row.released_at,
});

/** SQL of whether the signed manifest says that the client was packaged with the runtime of the tests. */
const IS_TEST_BUILD = `coalesce((manifest::json ->> 'isTestBuild')::boolean, false)`;

const COLUMNS =
  sql.raw(`id, version_code, platform, arch, channel, description_html, file_name, file_bytes, file_sha256, file_sha512, portable_name,
  portable_bytes, portable_sha256, portable_sha512, bundle_name, bundle_bytes, bundle_sha256, bundle_sha512, system_needs, silent_install,
  manifest, signature, key_id, ${IS_TEST_BUILD} as is_test_build, released_at`);

/** SQL of the order of versions: by the numbers in the version code, not alphabetically. */
const NEWEST_FIRST = sql`string_to_array(version_code, '.')::int[] desc`;
const ofBuild = (build: Build): SQL => sql`platform = ${build.platform} and arch = ${build.arch} and channel = ${build.channel}`;

/** Locks the versions of this build until the transaction ends, so that they are published one after the other. */
export const lockBuild = async (tx: Transaction, build: Build): Promise<void> => {
  const line = `app version ${build.platform} ${build.arch} ${build.channel}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${line}, 0))`);
};

/** Returns the highest version ever published, including withdrawn ones: clients that have seen it accept no lower version. */
export const findHighestVersionCode = async (db: Queryable, build: Build): Promise<string | undefined> => {
  const { rows } = await db.execute<{ version_code: string }>(
    sql`select version_code from app_version where ${ofBuild(build)} order by ${NEWEST_FIRST} limit 1`,
  );
  return rows[0]?.version_code;
};

export const insertReleasedVersion = async (tx: Transaction, version: AppVersion): Promise<void> => {
  const { file, portable, bundle } = version;
  await tx.execute(sql`
    insert into app_version (id, version_code, platform, arch, channel, state, description_html, file_name, file_bytes, file_sha256, file_sha512,
      portable_name, portable_bytes, portable_sha256, portable_sha512, bundle_name, bundle_bytes, bundle_sha256, bundle_sha512,
      system_needs, silent_install, manifest, signature, key_id, released_at, created_at)
    values (${version.id}, ${version.versionCode}, ${version.platform}, ${version.arch}, ${version.channel}, 'released', ${version.descriptionHtml},
      ${file.name}, ${file.bytes}, ${file.sha256}, ${file.sha512},
      ${portable?.name ?? null}, ${portable?.bytes ?? null}, ${portable?.sha256 ?? null}, ${portable?.sha512 ?? null},
      ${bundle?.name ?? null}, ${bundle?.bytes ?? null}, ${bundle?.sha256 ?? null}, ${bundle?.sha512 ?? null},
      ${version.systemNeeds}, ${version.silentInstall}, ${version.manifest}, ${version.signature}, ${version.keyId},
      ${version.releasedAt}, ${version.releasedAt})`);
};

/** Returns the released version with this number; undefined if there is none. */
export const findReleasedVersion = async (db: Queryable, build: Build, versionCode: string): Promise<AppVersion | undefined> => {
  const { rows } = await db.execute<AppVersionRow>(
    sql`select ${COLUMNS} from app_version where ${ofBuild(build)} and version_code = ${versionCode} and state = 'released'`,
  );
  return rows[0] === undefined ? undefined : toAppVersion(rows[0]);
};

/** Replaces the signed manifest of a version. */
export const updateManifestOf = async (
  tx: Transaction,
  { id, manifest, signature, keyId }: Pick<AppVersion, 'id' | 'manifest' | 'signature' | 'keyId'>,
): Promise<void> => {
  await tx.execute(sql`update app_version set manifest = ${manifest}, signature = ${signature}, key_id = ${keyId} where id = ${id}`);
};

/** Withdraws a released version. Returns its id; undefined if no such version is released. */
export const withdrawReleasedVersion = async (
  db: Queryable,
  build: Build,
  versionCode: string,
  now: number,
): Promise<string | undefined> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    update app_version set state = 'withdrawn', withdrawn_at = ${now}
    where ${ofBuild(build)} and version_code = ${versionCode} and state = 'released' returning id`);
  return rows[0]?.id;
};

/**
 * Lists the newest released version of each build of a channel. `withTestBuilds`: for a build that has no other version, also one with the
 * runtime of the tests; clients are never offered such a version as an update.
 */
export const listNewestReleased = async (
  db: Queryable,
  filters: { channel: Build['channel']; versionCode?: string; withTestBuilds?: boolean },
): Promise<AppVersion[]> => {
  const ofVersion = filters.versionCode === undefined ? sql`` : sql`and version_code = ${filters.versionCode}`;
  const ofKind = filters.withTestBuilds === true ? sql`` : sql`and not ${sql.raw(IS_TEST_BUILD)}`;
  const { rows } = await db.execute<AppVersionRow>(sql`
    select distinct on (platform, arch) ${COLUMNS}
    from app_version where state = 'released' and channel = ${filters.channel} ${ofVersion} ${ofKind}
    order by platform, arch, ${sql.raw(IS_TEST_BUILD)}, ${NEWEST_FIRST}`);
  return rows.map(toAppVersion);
};

/** Lists released versions of a channel, newest first, without those that have the runtime of the tests. */
export const listReleased = async (db: Queryable, channel: Build['channel'], limit: number): Promise<AppVersion[]> => {
  const { rows } = await db.execute<AppVersionRow>(sql`
    select ${COLUMNS}
    from app_version where state = 'released' and channel = ${channel} and not ${sql.raw(IS_TEST_BUILD)} order by released_at desc, id desc limit ${limit}`);
  return rows.map(toAppVersion);
};

/** Lists all versions, newest first. */
export const listVersionRows = async (db: Queryable, limit: number): Promise<AppVersionRecord[]> => {
  const { rows } = await db.execute<{ record: AppVersionRecord }>(sql`
    select json_strip_nulls(json_build_object('versionCode', version_code, 'platform', platform, 'arch', arch, 'channel', channel, 'state', state,
      'fileName', file_name, 'size', file_bytes, 'downloadCount', download_count, 'keyId', key_id, 'releasedAt', released_at,
      'withdrawnAt', withdrawn_at, 'expiresAt', (manifest::json ->> 'expiresAt')::bigint,
      'isTestBuild', (manifest::json -> 'isTestBuild'))) as record
    from app_version order by coalesce(released_at, created_at) desc, id desc limit ${limit}`);
  return rows.map(({ record }) => record);
};

/** Returns the texts of a version in any state; undefined if there is none. */
export const findVersionNotes = async (
  db: Queryable,
  build: Build,
  versionCode: string,
): Promise<{ description: string; systemNeeds: string; silentInstall: string } | undefined> => {
  const { rows } = await db.execute<{ description: string; systemNeeds: string; silentInstall: string }>(sql`
    select description_html as description, system_needs as "systemNeeds", silent_install as "silentInstall"
    from app_version where ${ofBuild(build)} and version_code = ${versionCode}`);
  return rows[0];
};

/** Returns whether a key may publish over the network: it has signed a version of this server, or the server has none yet. */
export const isPublishingKey = async (db: Queryable, keyId: string): Promise<boolean> => {
  const { rows } = await db.execute<{ isAccepted: boolean }>(sql`
    select not exists (select from app_version) or exists (select from app_version where key_id = ${keyId}) as "isAccepted"`);
  return rows[0]?.isAccepted ?? false;
};

/** Returns a file of a released version; every part of its URL must match. */
export const findReleasedFile = async (
  db: Queryable,
  build: Build,
  versionCode: string,
  fileName: string,
): Promise<ReleasedFile | undefined> => {
  const { rows } = await db.execute<AppVersionRow>(sql`
    select ${COLUMNS} from app_version
    where ${ofBuild(build)} and version_code = ${versionCode} and ${fileName} in (file_name, portable_name, bundle_name) and state = 'released'`);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { file, portable, bundle } = toAppVersion(row);
  return [file, portable, bundle].find((each) => each?.name === fileName);
};

/** Counts one more download. Returns the new count. */
export const addDownload = async (db: Queryable, id: string): Promise<number> => {
  const { rows } = await db.execute<{ download_count: number }>(
    sql`update app_version set download_count = download_count + 1 where id = ${id} returning download_count`,
  );
  return rows[0]?.download_count ?? 0;
};
