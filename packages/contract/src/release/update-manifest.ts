/**
 * The update manifest: a signed statement about one app version, which a client verifies before it installs the version (security.md §2,
 * update); and the comparison of versions.
 */
import { z } from 'zod';
import { releaseLimits } from './limits.ts';

/** Identifies our application in every manifest, so that a manifest of another product signed with the same key is rejected. */
export const APP_ID = 'cn.shufang.app';

export const releasePlatform = z.enum(['win', 'mac', 'linux', 'android', 'ios', 'harmony']);
export type ReleasePlatform = z.output<typeof releasePlatform>;
export const releaseArch = z.enum(['x64', 'arm64']);
export type ReleaseArch = z.output<typeof releaseArch>;
export const releaseChannel = z.enum(['stable', 'beta']);
export type ReleaseChannel = z.output<typeof releaseChannel>;

/** Dotted major.minor.patch (specification.md §3). Leading zeros are not allowed, so that each version has one notation. */
export const versionCode = z.string().regex(/^(?:(?:0|[1-9]\d{0,5})(?:\.(?!$)|$)){3}$/, '版本号须形如 1.2.3');

/** Returns a negative number when `a` is older than `b`, and 0 when they are equal. Both must be valid version codes. */
export const compareVersions = (a: string, b: string): number => {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** Longest lifetime of a manifest in days; afterwards `release renew` signs it again, so that an old one cannot be offered forever. */
export const UPDATE_LIFETIME_DAYS = 90;
const DAY_MS = 86_400_000;

/** A publisher's one-line text about a build; empty if there is none. */
const buildLine = z
  .string()
  .max(releaseLimits.buildLineChars)
  .regex(/^\P{Cc}*$/u);

const sha512 = z.string().regex(/^[0-9a-f]{128}$/);

/**
 * Kinds of files of a version. `installer`: installs the whole program. `portable`: runs without installation. `bundle`: the program without
 * the runtime (an asar archive), which an installed client exchanges by itself.
 */
export const updateFileKind = z.enum(['installer', 'portable', 'bundle']);

const updateFile = z.object({
  kind: updateFileKind,
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,150}$/),
  size: z.number().int().positive(),
  sha512,
});
export type UpdateFile = z.output<typeof updateFile>;

/** Generation of the runtime and of the boot loader. A bundle runs only on the generation for which it was built. */
export const DESKTOP_SHELL = 1;

/**
 * Manifest of an app version. The signature (Ed25519) covers the UTF-8 bytes of its canonical JSON. A client parses the text only after it
 * has verified the signature.
 */
const manifestFields = z.object({
  appId: z.literal(APP_ID),
  channel: releaseChannel,
  platform: releasePlatform,
  arch: releaseArch,
  version: versionCode,
  files: z.array(updateFile).min(1).max(3),
  /** The value of `DESKTOP_SHELL` that the bundle needs; 0 without a bundle. */
  shell: z.number().int().min(0),
  /** SHA-512 of the UTF-8 bytes of the release notes, as returned by `getLastVersion`. */
  notesSha512: sha512,
  /** System requirements, and the command for silent installation. Administrators run it, so it is signed. */
  systemNeeds: buildLine,
  silentInstall: buildLine,
  /** Whether the client was packaged with the runtime of the tests. Such a version can be downloaded, and is never an update. */
  isTestBuild: z.literal(true).optional(),
  /** Times of issue and of expiry, UTC ms. A client does not install the version after `expiresAt`. */
  issuedAt: z.number().int(),
  expiresAt: z.number().int(),
});

export const updateManifest = manifestFields.refine(
  ({ files, issuedAt, expiresAt, shell, isTestBuild }) =>
    new Set(files.map(({ kind }) => kind)).size === files.length &&
    new Set(files.map(({ name }) => name)).size === files.length &&
    files.some(({ kind }) => kind === 'installer') &&
    files.some(({ kind }) => kind === 'bundle') === shell > 0 &&
    (isTestBuild === undefined || shell === 0) &&
    expiresAt > issuedAt &&
    expiresAt - issuedAt <= UPDATE_LIFETIME_DAYS * DAY_MS,
  '清单的文件或有效期不对',
);
export type UpdateManifest = z.output<typeof updateManifest>;

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/**
 * Returns the canonical JSON (RFC 8785) of a manifest: keys ordered by UTF-16 units, no white space, integers only, no field that is
 * undefined. Throws `TypeError` for any other value.
 */
export const canonicalJson = (value: Json): string => {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new TypeError('a manifest holds whole numbers only');
  if (typeof value === 'string' && !value.isWellFormed()) throw new TypeError('a manifest holds well-formed text only');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const keys = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .toSorted((a, b) => (a < b ? -1 : 1));
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join(',')}}`;
};

const isList = (value: object): value is readonly Json[] => Array.isArray(value);
