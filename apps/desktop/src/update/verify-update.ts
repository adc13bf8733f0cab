/** Verifies what a server offers as an update, before anything in it is believed (security.md §2, update): a pure function. */
import { createHash } from 'node:crypto';
import {
  compareVersions,
  DESKTOP_SHELL,
  type ReleaseArch,
  type ReleaseChannel,
  type ReleasePlatform,
  type UpdateFile,
  type UpdateManifest,
  updateManifest,
} from '@shufang/contract';
import { z } from 'zod';
import { checkSignature, type SignedManifest } from './signed-manifest.ts';

/** The values of the server's response that are used. Texts are limited, because the server is not trusted. */
const offer = z.object({
  manifest: z.string().max(20_000),
  signature: z.string().max(200),
  keyId: z.string().max(64),
  description: z.string().max(300_000),
  /** End of the quiet period that the operator has set, UTC ms. */
  quietUntil: z.number().int().optional(),
});

/** What the client knows when it checks an update. */
export interface UpdateContext {
  /** Public keys of the packager in PEM. */
  readonly publicKeys: readonly string[];
  /** Public keys that the boot loader accepts for bundles. */
  readonly bundleKeys: readonly string[];
  readonly platform: ReleasePlatform;
  readonly arch: ReleaseArch;
  readonly channel: ReleaseChannel;
  /** Version code of the running program. */
  readonly current: string;
  /** The greatest version and time of issue of all manifests of this channel that were verified. */
  readonly seen: { readonly version: string; readonly issuedAt: number } | undefined;
  /** Versions that did not start. */
  readonly failed: readonly string[];
  /** The version whose bundle the boot loader refuses. */
  readonly rejected: string | undefined;
  readonly now: number;
}

/** A version that may be installed. */
export interface VerifiedUpdate {
  readonly manifest: UpdateManifest;
  /** The file to install: the bundle if it fits this client, otherwise the installer. */
  readonly file: UpdateFile;
  /** Release notes as HTML. */
  readonly notes: string;
  readonly signed: { readonly manifest: string; readonly signature: string; readonly keyId: string };
  readonly quietUntil: number | undefined;
}

/** Why an offer is refused. `older`: not an attack by itself; a withdrawn version has this effect, too. */
export type RefusalReason =
  | 'malformed'
  | 'unknownKey'
  | 'badSignature'
  | 'otherBuild'
  | 'expired'
  | 'notYetValid'
  | 'older'
  | 'replayed'
  | 'failedBefore'
  | 'notesReplaced'
  | 'testBuild';

/** Difference that the clock of the computer may have to that of the publisher. */
const CLOCK_SKEW_MS = 86_400_000;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Returns the first reason against a manifest whose signature is valid; undefined if there is none. */
const reasonAgainst = (manifest: UpdateManifest, notes: string, context: UpdateContext): RefusalReason | undefined => {
  const { platform, arch, channel, now, seen } = context;
  if (manifest.platform !== platform || manifest.arch !== arch || manifest.channel !== channel) return 'otherBuild';
  // A client with the runtime of the tests can only be downloaded from the page of the clients.
  if (manifest.isTestBuild === true) return 'testBuild';
  if (manifest.expiresAt <= now) return 'expired';
  if (manifest.issuedAt > now + CLOCK_SKEW_MS) return 'notYetValid';
  if (compareVersions(manifest.version, context.current) < 0) return 'older';
  const toSeen = seen === undefined ? 1 : compareVersions(manifest.version, seen.version);
  if (toSeen < 0) return 'older';
  // A higher version may have been signed before the one that was seen was signed again.
  if (toSeen === 0 && seen !== undefined && manifest.issuedAt < seen.issuedAt) return 'replayed';
  if (context.failed.includes(manifest.version)) return 'failedBefore';
  if (createHash('sha512').update(notes, 'utf8').digest('hex') !== manifest.notesSha512) return 'notesReplaced';
  return undefined;
};

/** Returns the bundle if the boot loader will load it, otherwise the installer. */
const fileFor = ({ files, shell, version }: UpdateManifest, signed: SignedManifest, context: UpdateContext): UpdateFile | undefined => {
  const isLoaded = shell === DESKTOP_SHELL && version !== context.rejected && checkSignature(signed, context.bundleKeys) === 'valid';
  return (isLoaded ? files.find(({ kind }) => kind === 'bundle') : undefined) ?? files.find(({ kind }) => kind === 'installer');
};

/** Returns the verified update, or why the offer is refused. The update can be of the running version. */
export const verifyUpdate = (offered: unknown, context: UpdateContext): VerifiedUpdate | { readonly refused: RefusalReason } => {
  const read = offer.safeParse(offered);
  if (!read.success) return { refused: 'malformed' };
  const { description: notes, quietUntil, ...signed } = read.data;
  const signature = checkSignature(signed, context.publicKeys);
  if (signature !== 'valid') return { refused: signature };
  // Only now is the manifest parsed.
  const manifest = updateManifest.safeParse(parseJson(signed.manifest));
  if (!manifest.success) return { refused: 'malformed' };
  const refused = reasonAgainst(manifest.data, notes, context);
  if (refused !== undefined) return { refused };
  const file = fileFor(manifest.data, signed, context);
  return file === undefined ? { refused: 'malformed' } : { manifest: manifest.data, file, notes, signed, quietUntil };
};
