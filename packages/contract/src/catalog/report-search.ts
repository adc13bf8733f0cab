import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';

/** Reports an unsuccessful search. A second report of the same query by the same user replaces the first. */
export const reportSearch = operation({
  name: 'reportSearch',
  method: 'POST',
  path: '/api/search/report',
  summary: '反馈没有找到',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({
    q: z.string().trim().min(1, '请写下搜索的词').max(LIMITS.searchTextMax, `搜索的词最多 ${LIMITS.searchTextMax} 个字`),
    /** Whether the search had results, which then were not those that the reader expected. */
    found: z.boolean(),
    /** What the reader was looking for. */
    note: z.string().trim().max(LIMITS.searchReportNoteChars, `最多写 ${LIMITS.searchReportNoteChars} 个字`).default(''),
  }),
  output: z.object({}),
});
