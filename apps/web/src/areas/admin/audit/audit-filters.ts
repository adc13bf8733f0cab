/** The filters of the audit log in the URL: `action`, `kind`, `id`, `who`, `from`, `to` (days in the device's time zone). */
import { auditAction, auditTarget } from '@shufang/contract';
import { endOfDay, startOfDay } from '../../../platform/records/days.ts';
import type { AuditFilters } from './queries.ts';

const given = (value: string | null): string | undefined => (value === null || value === '' ? undefined : value);

export const readAuditFilters = (params: URLSearchParams): AuditFilters => {
  const parts = {
    action: auditAction.safeParse(params.get('action')).data,
    targetKind: auditTarget.safeParse(params.get('kind')).data,
    targetId: given(params.get('id')),
    operatorId: given(params.get('who')),
    from: startOfDay(params.get('from')),
    to: endOfDay(params.get('to')),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
};
