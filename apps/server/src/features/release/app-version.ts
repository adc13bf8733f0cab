/** A stored version of an application. */
import type { ReleaseArch, ReleaseChannel, ReleasePlatform } from '@shufang/contract';

/** Platform, architecture and channel: each combination has its own sequence of versions. */
export interface Build {
  readonly platform: ReleasePlatform;
  readonly arch: ReleaseArch;
  readonly channel: ReleaseChannel;
}

/** Returns the name of a version, such as `1.2.3 win x64`, with the channel unless it is the stable one. */
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
  /** The file of the variant that runs without installation; undefined if there is none. */
  readonly portable: ReleasedFile | undefined;
  /** The program without the runtime, which an installed client exchanges by itself; undefined if there is none. */
  readonly bundle: ReleasedFile | undefined;
  /** System requirements, and the command for silent installation, signed by the publisher; may be empty. */
  readonly systemNeeds: string;
  readonly silentInstall: string;
  /** The update manifest as canonical JSON; the signature covers exactly these bytes. */
  readonly manifest: string;
  readonly signature: string;
  readonly keyId: string;
  /** Whether the client was packaged with the runtime of the tests, as its signed manifest says. */
  readonly isTestBuild: boolean;
  /** Time of the release, UTC ms. */
  readonly releasedAt: number;
}
