/** A report as its authors see it. */
import type { TrackingReport } from '@shufang/contract';
import { codeOfReport, type FrozenReport } from './frozen-report.ts';
import type { StoredReport } from './report-store.ts';

export const reportView = ({ id, period, state, steps, createdAt, frozen, signature }: StoredReport): TrackingReport => {
  const statistics = frozen === null ? undefined : (JSON.parse(frozen) as FrozenReport).statistics;
  return {
    id,
    period,
    state,
    steps,
    createdAt,
    ...(statistics === undefined ? {} : { from: statistics.from, to: statistics.to }),
    ...(signature === null ? {} : { code: codeOfReport(id, signature) }),
  };
};
