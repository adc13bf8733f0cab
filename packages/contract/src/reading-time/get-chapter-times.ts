import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Returns the caller's reading time in each document of a book, on all devices and in all versions; documents never read are left out. */
export const getChapterTimes = operation({
  name: 'getChapterTimes',
  method: 'GET',
  path: '/api/stat/chapters',
  summary: '我的各章阅读时长',
  permission: 'ownAccount',
  input: z.object({ bookId: entityId }),
  output: z.object({ documents: z.array(z.object({ href: z.string(), seconds: z.number().int() })) }),
});
