import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';
import { appVersionRecord } from './app-build.ts';
import { releaseArch, releaseChannel, releasePlatform, versionCode } from './update-manifest.ts';

/** Withdraws a version: it is no longer offered or served, and its number cannot be reused. Existing installations stay. */
export const withdrawAppVersion = operation({
  name: 'withdrawAppVersion',
  method: 'POST',
  path: '/api/admin/version/withdraw',
  summary: '撤回客户端版本',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({
    versionCode,
    platform: releasePlatform,
    arch: releaseArch,
    channel: releaseChannel,
    reason: z.string().trim().min(1, '请写明撤回的原因').max(LIMITS.operatorReasonChars),
  }),
  output: z.object({ items: z.array(appVersionRecord) }),
  errors: ['release.versionUnknown'],
});
