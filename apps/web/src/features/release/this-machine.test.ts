import type { AppBuild } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { ownBuild, platformOf } from './this-machine.ts';

const build = (platform: AppBuild['platform'], arch: AppBuild['arch']) => ({ platform, arch }) as AppBuild;
const builds = [build('win', 'x64'), build('win', 'arm64'), build('mac', 'x64'), build('mac', 'arm64'), build('android', 'arm64')];

describe('the machine on which a page is opened', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 0, 'win'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 0, 'mac'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 5, 'ios'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, 'ios'],
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8)', 5, 'android'],
    ['Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 ArkWeb/4.1', 5, 'harmony'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 0, 'linux'],
    ['curl/8', 0, undefined],
  ])('is detected as %s', (userAgent, touchPoints, platform) => {
    expect(platformOf(userAgent, touchPoints)).toBe(platform);
  });

  it('is offered its own build, and none if there is none for its processor', () => {
    expect(ownBuild(builds, { platform: 'win', arch: 'arm64' })).toBe(builds[1]);
    expect(ownBuild(builds, { platform: 'win', arch: undefined })).toBe(builds[0]);
    expect(ownBuild(builds, { platform: 'mac', arch: undefined })).toBe(builds[3]);
    expect(ownBuild(builds, { platform: 'linux', arch: 'x64' })).toBeUndefined();
    expect(ownBuild(builds, { platform: 'android', arch: 'x64' })).toBeUndefined();
  });
});
