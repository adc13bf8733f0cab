import { z } from 'zod';
import { bookCard, boundCode } from '../catalog/book-card.ts';
import { operation } from '../wire/operation.ts';

/** Lists the codes bound by the caller. */
export const listMyCodes = operation({
  name: 'listMyCodes',
  method: 'GET',
  path: '/api/my/codes',
  summary: '我的激活码',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({ items: z.array(boundCode.extend({ book: bookCard })) }),
});
