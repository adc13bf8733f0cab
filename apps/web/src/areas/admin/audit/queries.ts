/** Queries of the audit log page, with the keys of the query cache. */
import { type InputOf, listAudit } from '@shufang/contract';
import { call } from '../../../platform/api/client.ts';
import { recordPagesQuery } from '../../../platform/records/record-pages-query.ts';

export interface AuditFilters extends Pick<InputOf<typeof listAudit>, 'action' | 'targetKind' | 'targetId' | 'operatorId'> {
  /** Time of the earliest event to list, UTC ms. */
  readonly from?: number;
  /** Time before which the listed events occurred, UTC ms. */
  readonly to?: number;
}

export const auditQuery = (filters: AuditFilters) =>
  recordPagesQuery(['audit', filters], (from, signal) => call(listAudit, { ...filters, ...from }, { signal }));
