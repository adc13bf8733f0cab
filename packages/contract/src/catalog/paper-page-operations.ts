/** Pages of the paper book. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/**
 * Where the pages of the paper book begin in released versions that have a page list: `from`, UTF-16 units into the text of the document.
 * A page that goes on from the document before begins at 0.
 */
export const listPaperPages = operation({
  name: 'listPaperPages',
  method: 'GET',
  path: '/api/book/paperPages',
  summary: '纸书页码',
  audience: 'anyone',
  input: z.object({
    versionIds: z.preprocess(
      (value) => (typeof value === 'string' ? value.split(',') : value),
      z.array(entityId).min(1).max(LIMITS.paperPageVersions),
    ),
  }),
  output: z.object({
    versions: z.array(
      z.object({
        versionId: entityId,
        documents: z.array(z.object({ href: z.string(), pages: z.array(z.object({ label: z.string(), from: z.number().int() })) })),
      }),
    ),
  }),
});
