import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/** Returns the target path of a short code and counts the visit. */
export const resolveShortLink = operation({
  name: 'resolveShortLink',
  method: 'GET',
  path: '/api/q/resolve',
  summary: '短码解析',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({ code: z.string().regex(/^[0-9A-Za-z]{4,16}$/) }),
  output: z.object({
    path: z.string(),
    /** Whether the target exists unchanged; false if its block no longer exists and the nearest one is returned. */
    exact: z.boolean(),
  }),
  errors: ['catalog.shortLinkUnknown'],
});
