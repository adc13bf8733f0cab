/** Reports a search that did not find what the user looked for. */
import { createHmac } from 'node:crypto';
import { newId } from '@shufang/contract';
import { foldLine } from '@shufang/contract/fold-text';
import type { UseCase } from '../../../platform/http/register.ts';
import { networkOfAddress, takeSearchReportBudget } from '../../account/budgets.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { putSearchReport } from './search-report-store.ts';

/** Stores the report. Throws `request.tooMany`, `unavailable`. */
export const reportSearch: UseCase<'reportSearch', Pick<CatalogDependencies, 'db' | 'clock' | 'limiter' | 'searchReportKey'>> = async (
  { db, clock, limiter, searchReportKey },
  { reader, address },
  { q, found, note },
) => {
  await takeSearchReportBudget(limiter, address);
  const reporterHash = createHmac('sha256', searchReportKey)
    .update(reader === undefined ? `subnet ${networkOfAddress(address)}` : `user ${reader.userId}`)
    .digest();
  const now = clock.now();
  // A query of punctuation only has no folded text, so the query itself is the key.
  await putSearchReport(db.orm, {
    id: newId(now),
    key: foldLine(q) || q,
    query: q,
    found,
    note,
    userId: reader?.userId,
    who: reporterHash,
    at: now,
  });
  return { payload: {}, say: '已收到，谢谢' };
};
