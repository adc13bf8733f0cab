import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/** Value by which the desktop client recognizes a server of this product. */
export const SERVER_PRODUCT = 'shufang';

/** Returns what the desktop client needs to know about a server before it shows the first page. */
export const getServer = operation({
  name: 'getServer',
  method: 'GET',
  path: '/api/maintenance/server/get',
  summary: '服务器信息',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({}),
  output: z.object({
    product: z.literal(SERVER_PRODUCT),
    /** The setting CONTENT_URL: the origin of book content. The id of a book replaces `{book}` in it. */
    contentUrl: z.string(),
  }),
});
