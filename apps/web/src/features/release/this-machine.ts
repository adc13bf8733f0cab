/** Which machine this is, as far as its browser tells: to offer the right build first, never to hide the others. */
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
  // An iPad calls itself a Mac; no Mac has a touch screen.
  return found === 'mac' && touchPoints > 1 ? 'ios' : found;
};

const archOf = (userAgent: string): ReleaseArch | undefined => {
  if (/\b(?:arm64|aarch64)\b/i.test(userAgent)) return 'arm64';
  return /\b(?:x86_64|x64|Win64|WOW64|amd64)\b/i.test(userAgent) ? 'x64' : undefined;
};

interface HighEntropy {
  getHighEntropyValues(hints: readonly string[]): Promise<{ readonly architecture?: string }>;
}

/** Asks the browser for the processor where it tells (Chromium); the user agent of a Mac never does. */
export const detectMachine = async (): Promise<Machine> => {
  const { userAgent, maxTouchPoints } = navigator;
  const platform = platformOf(userAgent, maxTouchPoints);
  const hints = (navigator as Navigator & { userAgentData?: HighEntropy }).userAgentData;
  try {
    const architecture = (await hints?.getHighEntropyValues(['architecture']))?.architecture;
    if (architecture === 'arm') return { platform, arch: 'arm64' };
    if (architecture === 'x86') return { platform, arch: 'x64' };
  } catch {
    // The page's policy may forbid the hint: the user agent says what it can.
  }
  return { platform, arch: platform === 'mac' ? undefined : archOf(userAgent) };
};

/** The build to offer first: for this system, and for its processor where it is known. */
export const ownBuild = (builds: readonly AppBuild[], { platform, arch }: Machine): AppBuild | undefined => {
  const fitting = builds.filter((build) => build.platform === platform);
  if (arch !== undefined) return fitting.find((build) => build.arch === arch);
  // Every Mac sold since 2020 has Apple's chip; elsewhere x64 is what most have.
  return fitting.find((build) => build.arch === (platform === 'mac' ? 'arm64' : 'x64')) ?? fitting[0];
};
