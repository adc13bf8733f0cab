import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { shortLink, shortLinkInput } from './short-link.ts';

/** Changes the target of a short code. */
export const retargetShortLink = operation({
  name: 'retargetShortLink',
  method: 'POST',
  path: '/api/admin/q/retarget',
  summary: '修改短码去向',
  permission: 'curate',
  scope: { code: 'shortLink' },
  input: shortLinkInput.extend({ code: z.string().max(16) }),
  output: z.object({ link: shortLink }),
  errors: ['catalog.shortLinkUnknown'],
});
