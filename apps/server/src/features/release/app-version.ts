/** A published version as it is kept. */
import type { ReleaseArch, ReleaseChannel, ReleasePlatform } from '@shufang/contract';

/** Which program a version is of: each has its own line of versions. */
export interface Build {
  readonly platform: ReleasePlatform;
  readonly arch: ReleaseArch;
  readonly channel: ReleaseChannel;
}

/** `1.2.3 win x64`, with the channel where it is not the stable one. */
export const nameOfVersion = ({ platform, arch, channel }: Build, versionCode: string): string =>
  [versionCode, platform, arch, ...(channel === 'stable' ? [] : [channel])].join(' ');

export interface ReleasedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly sha512: string;
}

export interface AppVersion extends Build {
  readonly id: string;
  readonly versionCode: string;
  readonly descriptionHtml: string;
  readonly file: ReleasedFile;
  /** Runs without being installed. */
  readonly portable: ReleasedFile | undefined;
  /** In the operator's words; empty: not said. */
  readonly systemNeeds: string;
  readonly silentInstall: string;
  /** Canonical JSON as signed. */
  readonly manifest: string;
  readonly signature: string;
  readonly keyId: string;
  /** UTC ms. */
  readonly releasedAt: number;
}
