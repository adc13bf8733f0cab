import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/**
 * Lists the page breaks of the paper book in released versions that have a page list. `from`: offset in the text of the document, UTF-16
 * units; 0 for a page that continues from the previous document.
 */
export const listPaperPages = operation({
  name: 'listPaperPages',
  method: 'GET',
  path: '/api/book/paperPages',
  summary: '纸书页码',
  permission: 'browse',
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
