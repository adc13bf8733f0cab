/** What a client verifies before it installs anything (security.md §2, update): the signed statement about one version, and how versions compare. */
import { z } from 'zod';

/** Names our application in every manifest, so that a manifest of another product signed with the same key is refused. */
export const APP_ID = 'cn.shufang.app';

export const releasePlatform = z.enum(['win', 'mac', 'linux', 'android', 'ios', 'harmony']);
export type ReleasePlatform = z.output<typeof releasePlatform>;
export const releaseArch = z.enum(['x64', 'arm64']);
export type ReleaseArch = z.output<typeof releaseArch>;
export const releaseChannel = z.enum(['stable', 'beta']);
export type ReleaseChannel = z.output<typeof releaseChannel>;

/** Dotted major.minor.patch (product spec, section 3); no leading zeros, so that one version has one spelling. */
export const versionCode = z.string().regex(/^(?:(?:0|[1-9]\d{0,5})(?:\.(?!$)|$)){3}$/, '版本号须形如 1.2.3');

/** Negative when `a` is older than `b`, 0 when they are the same. Both must be version codes. */
export const compareVersions = (a: string, b: string): number => {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

const sha512 = z.string().regex(/^[0-9a-f]{128}$/);

/** Signed with Ed25519 over the UTF-8 bytes of its canonical JSON. A client parses the text only after the signature held. */
export const updateManifest = z.object({
  appId: z.literal(APP_ID),
  channel: releaseChannel,
  platform: releasePlatform,
  arch: releaseArch,
  version: versionCode,
  files: z.array(z.object({ name: z.string().min(1).max(200), size: z.number().int().positive(), sha512 })).min(1),
  /** Over the UTF-8 bytes of the description as `getLastVersion` answers it. */
  notesSha512: sha512,
  /** UTC ms. After `expiresAt` a client installs it no more. */
  issuedAt: z.number().int(),
  expiresAt: z.number().int(),
});
export type UpdateManifest = z.output<typeof updateManifest>;

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** RFC 8785 for what manifests hold: keys in order of their UTF-16 units, nothing between, whole numbers only. Throws `TypeError` for anything else. */
export const canonicalJson = (value: Json): string => {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new TypeError('a manifest holds whole numbers only');
  if (typeof value === 'string' && !value.isWellFormed()) throw new TypeError('a manifest holds well-formed text only');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const keys = Object.keys(value).toSorted((a, b) => (a < b ? -1 : 1));
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join(',')}}`;
};

const isList = (value: object): value is readonly Json[] => Array.isArray(value);
