import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { noteFilters } from './note-filters.ts';

/**
 * Exports the matching annotations as one document: Markdown, Word, Excel, a W3C EPUB Annotation Set (of one book; requires `bookId`), or
 * their review cards as a text file for Anki, without excluded cards. `content` is text or base64, as `encoding` says.
 */
export const exportNotes = operation({
  name: 'exportNotes',
  method: 'POST',
  path: '/api/note/export',
  summary: '导出笔记',
  permission: 'exportOwnData',
  isIdempotent: true,
  input: z.object({ ...noteFilters, format: z.enum(['md', 'docx', 'xlsx', 'annotation', 'anki']) }),
  output: z.object({
    fileName: z.string(),
    mediaType: z.string(),
    encoding: z.enum(['utf8', 'base64']),
    content: z.string(),
  }),
});
