/** Detects the operating system and the processor of this device, so that the matching build is listed first. Other builds stay visible. */
import type { AppBuild, ReleaseArch, ReleasePlatform } from '@shufang/contract';

export interface Machine {
  readonly platform: ReleasePlatform | undefined;
  readonly arch: ReleaseArch | undefined;
}

const PLATFORMS: readonly (readonly [RegExp, ReleasePlatform])[] = [
  [/\bOpenHarmony\b|\bHarmonyOS\b/, 'harmony'],
  [/\bAndroid\b/, 'android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'ios'],
  [/\bWindows\b/, 'win'],
  [/\bMacintosh\b/, 'mac'],
  [/\bLinux\b/, 'linux'],
];

export const platformOf = (userAgent: string, touchPoints = 0): ReleasePlatform | undefined => {
  const found = PLATFORMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  // An iPad reports itself as a Mac, but no Mac has a touch screen.
  return found === 'mac' && touchPoints > 1 ? 'ios' : found;
};

const archOf = (userAgent: string): ReleaseArch | undefined => {
  if (/\b(?:arm64|aarch64)\b/i.test(userAgent)) return 'arm64';
  return /\b(?:x86_64|x64|Win64|WOW64|amd64)\b/i.test(userAgent) ? 'x64' : undefined;
};

interface HighEntropy {
  getHighEntropyValues(hints: readonly string[]): Promise<{ readonly architecture?: string }>;
}

/**
 * Detects this device. Reads the processor from the user-agent client hints of Chromium, because the user agent of a Mac does not contain
 * it.
 */
export const detectMachine = async (): Promise<Machine> => {
  const { userAgent, maxTouchPoints } = navigator;
  const platform = platformOf(userAgent, maxTouchPoints);
  const hints = (navigator as Navigator & { userAgentData?: HighEntropy }).userAgentData;
  try {
    const architecture = (await hints?.getHighEntropyValues(['architecture']))?.architecture;
    if (architecture === 'arm') return { platform, arch: 'arm64' };
    if (architecture === 'x86') return { platform, arch: 'x64' };
  } catch {
    // The permissions policy may forbid the client hints; the user agent is used instead.
  }
  return { platform, arch: platform === 'mac' ? undefined : archOf(userAgent) };
};

/** Returns the build for this system, and for its processor if known. */
export const ownBuild = (builds: readonly AppBuild[], { platform, arch }: Machine): AppBuild | undefined => {
  const fitting = builds.filter((build) => build.platform === platform);
  if (arch !== undefined) return fitting.find((build) => build.arch === arch);
  // If the processor is unknown, arm64 is assumed on a Mac (usual since 2020), and x64 elsewhere.
  return fitting.find((build) => build.arch === (platform === 'mac' ? 'arm64' : 'x64')) ?? fitting[0];
};
