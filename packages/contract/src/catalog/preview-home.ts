import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { getHome } from './get-home.ts';

/**
 * Previews the home page at the time `at` (UTC ms; absent: now). `drafts`: includes slots that are hidden or start later, and targets that
 * readers do not see, each flagged.
 */
export const previewHome = operation({
  name: 'previewHome',
  method: 'GET',
  path: '/api/admin/home/preview',
  summary: '预览首页',
  permission: 'curate',
  scope: 'platform',
  input: z.object({ at: z.coerce.number().int().min(0).max(8.64e15).optional(), drafts: z.enum(['yes', 'no']).default('yes') }),
  output: getHome.output,
});
