import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';
import { shortLink, shortLinkInput } from './short-link.ts';

/** Creates a short code for each item of the request and returns them in the same order. */
export const createShortLinks = operation({
  name: 'createShortLinks',
  method: 'POST',
  path: '/api/admin/q/create',
  summary: '生成短码',
  permission: 'curate',
  // The use case requires the target of each code to be in the caller's access scope.
  scope: 'filtered',
  input: z.object({ links: z.array(shortLinkInput).min(1).max(LIMITS.shortLinksPerCall) }),
  output: z.object({ items: z.array(shortLink) }),
});
