/** Chooses the build for a request that does not name one completely: specified clients send no platform (specification.md §7). */
import { compareVersions } from '@shufang/contract';
import type { AppVersion, Build } from './app-version.ts';

const USER_AGENTS: readonly (readonly [RegExp, Build['platform']])[] = [
  // HarmonyOS sends `OpenHarmony` in its user agent. Its older versions send `Android` and count as Android.
  [/\bOpenHarmony\b/, 'harmony'],
  [/\bAndroid\b/, 'android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'ios'],
  [/\bWindows\b/, 'win'],
  [/\bMac(?:intosh|OS)\b|\bDarwin\b/, 'mac'],
  [/\bLinux\b/, 'linux'],
];

const platformOfUserAgent = (userAgent: string): Build['platform'] | undefined =>
  USER_AGENTS.find(([pattern]) => pattern.test(userAgent))?.[1];

/**
 * Returns the newest version of the requested build. If the request does not name the build completely, the caller's platform is preferred,
 * then the newest version, then x64 over arm64.
 */
export const chooseBuild = (
  newest: readonly AppVersion[],
  requested: { platform?: Build['platform'] | undefined; arch?: Build['arch'] | undefined; userAgent: string },
): AppVersion | undefined => {
  const callerPlatform = platformOfUserAgent(requested.userAgent);
  const isOther = (version: AppVersion): number => (version.platform === callerPlatform ? 0 : 1);
  return newest
    .filter((version) => (requested.platform ?? version.platform) === version.platform && (requested.arch ?? version.arch) === version.arch)
    .toSorted((a, b) => isOther(a) - isOther(b) || compareVersions(b.versionCode, a.versionCode) || b.arch.localeCompare(a.arch, 'en'))[0];
};
