/** Searches that did not find what was looked for, as readers tell of them, for those who can do something about it. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';
import { pageInput } from './operations.ts';

/** Says that a search did not find what was looked for. The same person's second report of the same words takes the place of the first. */
export const reportSearch = operation({
  name: 'reportSearch',
  method: 'POST',
  path: '/api/search/report',
  summary: '反馈没有找到',
  audience: 'anyone',
  input: z.object({
    q: z.string().trim().min(1, '请写下搜索的词').max(LIMITS.searchTextMax, `搜索的词最多 ${LIMITS.searchTextMax} 个字`),
    /** False: nothing was found. True: something else. */
    found: z.boolean(),
    /** What was looked for. */
    note: z.string().trim().max(LIMITS.searchReportNoteChars, `最多写 ${LIMITS.searchReportNoteChars} 个字`).default(''),
  }),
  output: z.object({}),
});

/** `open`: nobody has dealt with them yet. */
export const searchReportState = z.enum(['open', 'done']);
export type SearchReportState = z.output<typeof searchReportState>;

/** Reports of the same words, however they were spelt. */
export const searchReportGroup = z.object({
  /** The words as search sees them: what the reports stand together by. */
  key: z.string(),
  /** As they were typed last. */
  words: z.string(),
  people: z.number().int(),
  /** To how many of them nothing was found. */
  nothing: z.number().int(),
  /** What they looked for, the newest of those who wrote it first, `LIMITS.searchReportNotesShown` at most. */
  notes: z.array(z.string()),
  firstAt: z.number().int(),
  lastAt: z.number().int(),
  /** When the last of them was dealt with. */
  doneAt: z.number().int().optional(),
});
export type SearchReportGroup = z.output<typeof searchReportGroup>;

/** Open ones by how many people told of them, done ones the last dealt with first. */
export const listSearchReports = operation({
  name: 'listSearchReports',
  method: 'GET',
  path: '/api/admin/search/reports',
  summary: '没有找到的搜索',
  input: z.object({
    state: searchReportState.default('open'),
    cursor: z.string().max(2_048).optional(),
    limit: pageInput.limit,
  }),
  output: z.object({
    items: z.array(searchReportGroup),
    /** Of groups. */
    counts: z.object({ open: z.number().int(), done: z.number().int() }),
    nextCursor: z.string().optional(),
  }),
});

/** Marks reports of these words done, up to the last one that was seen; doing it again changes nothing. */
export const settleSearchReports = operation({
  name: 'settleSearchReports',
  method: 'POST',
  path: '/api/admin/search/settle',
  summary: '处理完没有找到的搜索',
  input: z.object({ key: z.string().min(1).max(1_000), lastAt: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
  output: z.object({ settled: z.number().int() }),
});
