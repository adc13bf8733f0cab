import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

export const suggestSearch = operation({
  name: 'suggestSearch',
  method: 'GET',
  path: '/api/search/suggest',
  summary: '搜索联想',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({ q: z.string().trim().min(1).max(60) }),
  output: z.object({ suggestions: z.array(z.object({ text: z.string(), bookId: entityId.optional() })) }),
});
