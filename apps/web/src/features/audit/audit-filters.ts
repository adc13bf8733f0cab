/** The filters of the log as they stand in the address: `act`, `kind`, `id`, `who`, `from`, `to` (days, in the time of who looks). */
import { auditAct, auditTarget } from '@shufang/contract';
import type { AuditFilters } from './queries.ts';

const DAY_MS = 86_400_000;

/** Midnight of that day here; undefined for what is no day. */
const startOfDay = (day: string | null): number | undefined => {
  if (day === null || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const at = new Date(`${day}T00:00:00`).getTime();
  return Number.isNaN(at) ? undefined : at;
};

const given = (value: string | null): string | undefined => (value === null || value === '' ? undefined : value);

export const readAuditFilters = (params: URLSearchParams): AuditFilters => {
  const to = startOfDay(params.get('to'));
  const parts = {
    act: auditAct.safeParse(params.get('act')).data,
    targetKind: auditTarget.safeParse(params.get('kind')).data,
    targetId: given(params.get('id')),
    operatorId: given(params.get('who')),
    from: startOfDay(params.get('from')),
    to: to === undefined ? undefined : to + DAY_MS,
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
};
