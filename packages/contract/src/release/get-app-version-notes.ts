import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { releaseArch, releaseChannel, releasePlatform, versionCode } from './update-manifest.ts';

/** Returns the release notes of a version, including a withdrawn one, and the texts that its publisher signed. */
export const getAppVersionNotes = operation({
  name: 'getAppVersionNotes',
  method: 'GET',
  path: '/api/admin/version/notes',
  summary: '客户端版本的更新说明',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({ versionCode, platform: releasePlatform, arch: releaseArch, channel: releaseChannel }),
  output: z.object({
    /** Release notes as sanitized HTML. */
    description: z.string(),
    /** Texts that the publisher signed; empty if there are none. */
    systemNeeds: z.string(),
    silentInstall: z.string(),
  }),
  errors: ['release.versionUnknown'],
});
