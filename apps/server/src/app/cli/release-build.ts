/** The arguments that name a version of an application on the command line. */
import { releaseArch, releaseChannel, releasePlatform, versionCode } from '@shufang/contract';
import type { Build } from '../../features/release/app-version.ts';
import { resolveFile, UsageError } from './command.ts';

export const BUILD_OPTIONS = {
  version: { type: 'string' },
  platform: { type: 'string' },
  arch: { type: 'string' },
  channel: { type: 'string', default: 'stable' },
} as const;

export const BUILD_USAGE = '--version 1.2.3 --platform win|mac|linux|android|ios|harmony --arch x64|arm64 [--channel stable|beta]';

interface BuildOptions {
  readonly version?: string | undefined;
  readonly platform?: string | undefined;
  readonly arch?: string | undefined;
  readonly channel: string;
}

export interface NamedBuild {
  readonly build: Build;
  readonly version: string;
}

/** Returns the named build. Throws `UsageError`. */
export const readBuild = (values: BuildOptions): NamedBuild => {
  const version = versionCode.safeParse(values.version);
  if (!version.success) throw new UsageError('--version 须形如 1.2.3');
  const platform = releasePlatform.safeParse(values.platform);
  if (!platform.success) throw new UsageError(`--platform 须为 ${releasePlatform.options.join('、')} 之一`);
  const arch = releaseArch.safeParse(values.arch);
  if (!arch.success) throw new UsageError(`--arch 须为 ${releaseArch.options.join('、')} 之一`);
  const channel = releaseChannel.safeParse(values.channel);
  if (!channel.success) throw new UsageError(`--channel 须为 ${releaseChannel.options.join('、')} 之一`);
  return { build: { platform: platform.data, arch: arch.data, channel: channel.data }, version: version.data };
};

/** Returns the path that an option names. Throws `UsageError` if it is missing. */
export const needed = (name: string, value: string | undefined): string => {
  if (value === undefined || value === '') throw new UsageError(`缺少 --${name}`);
  return resolveFile(value);
};
