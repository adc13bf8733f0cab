import { expect, it } from 'vitest';
import { platformOf } from './package-platform.mjs';

it.each([
  ['@swc/core-linux-x64-musl', { cpu: ['x64'], libc: ['musl'], os: ['linux'] }],
  ['@swc/core-linux-arm64-gnu', { cpu: ['arm64'], libc: ['glibc'], os: ['linux'] }],
  ['@oxlint/binding-linuxmusl-x64', { cpu: ['x64'], libc: ['musl'], os: ['linux'] }],
  ['@rollup/rollup-linux-arm-gnueabihf', { cpu: ['arm'], libc: ['glibc'], os: ['linux'] }],
  ['@rollup/rollup-linux-armv7-gnu', { cpu: ['arm'], libc: ['glibc'], os: ['linux'] }],
  ['@swc/core-darwin-arm64', { cpu: ['arm64'], os: ['darwin'] }],
  ['@rollup/rollup-windows-x64', { cpu: ['x64'], os: ['win32'] }],
  ['lightningcss-android-arm64', { cpu: ['arm64'], os: ['android'] }],
])('the name %s states its platform', (name, platform) => {
  expect(platformOf(name)).toEqual(platform);
});

it('a name without a system and a processor states no platform', () => {
  expect(platformOf('fsevents')).toEqual({});
  expect(platformOf('@shufang/contract')).toEqual({});
});
