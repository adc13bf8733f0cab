/** Settles the reports of a query up to the last one the editor has seen. */
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { settleReports } from './search-report-store.ts';

export const settleSearchReports: UseCase<'settleSearchReports', Pick<CatalogDependencies, 'db' | 'clock'>> = async (
  { db, clock },
  caller,
  { key, lastAt },
) => {
  const payload = await db.transaction(async (tx) => {
    const now = clock.now();
    const { settled, query } = await settleReports(tx, { key, lastAt, now });
    const target = { kind: 'searchReport', id: key, name: query } as const;
    if (settled > 0)
      await recordAuditEvent(tx, operatorOf(caller), { action: 'searchReport.settle', target, after: { reports: settled } }, now);
    return { settled };
  });
  return { payload, say: '已标为处理完' };
};
