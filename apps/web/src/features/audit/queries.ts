/** What the page of the log asks the server, with the keys of the query cache. */
import { type InputOf, listAudit } from '@shufang/contract';
import { call } from '../../platform/api/client.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';

export interface AuditFilters extends Pick<InputOf<typeof listAudit>, 'act' | 'targetKind' | 'targetId' | 'operatorId'> {
  /** UTC ms. */
  readonly from?: number;
  /** UTC ms, exclusive. */
  readonly to?: number;
}

export const auditQuery = (filters: AuditFilters) =>
  recordPagesQuery(['audit', filters], (from, signal) => call(listAudit, { ...filters, ...from }, { signal }));
