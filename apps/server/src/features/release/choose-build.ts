/** Which build a caller means who does not say it all: the calls of the specification carry no platform. */
import { compareVersions } from '@shufang/contract';
import type { AppVersion, Build } from './app-version.ts';

const USER_AGENTS: readonly (readonly [RegExp, Build['platform']])[] = [
  // HarmonyOS calls itself OpenHarmony; its older editions are Android and say so.
  [/\bOpenHarmony\b/, 'harmony'],
  [/\bAndroid\b/, 'android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'ios'],
  [/\bWindows\b/, 'win'],
  [/\bMac(?:intosh|OS)\b|\bDarwin\b/, 'mac'],
  [/\bLinux\b/, 'linux'],
];

const platformOfUserAgent = (userAgent: string): Build['platform'] | undefined =>
  USER_AGENTS.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Of the newest version of each build: what was asked for; else the caller's own platform before others, the newest before older, x64 before arm64. */
export const chooseBuild = (
  newest: readonly AppVersion[],
  asked: { platform?: Build['platform'] | undefined; arch?: Build['arch'] | undefined; userAgent: string },
): AppVersion | undefined => {
  const own = platformOfUserAgent(asked.userAgent);
  const isOther = (version: AppVersion): number => (version.platform === own ? 0 : 1);
  return newest
    .filter((version) => (asked.platform ?? version.platform) === version.platform && (asked.arch ?? version.arch) === version.arch)
    .toSorted((a, b) => isOther(a) - isOther(b) || compareVersions(b.versionCode, a.versionCode) || b.arch.localeCompare(a.arch, 'en'))[0];
};
