/** What waits at the desk, taken from an open platform: every slice counts its own. */
import type { WorkKind } from '@shufang/contract';
import { countPendingApplications } from '../features/application/store.ts';
import { countRatings } from '../features/catalog/rating-store.ts';
import { countReportGroups } from '../features/catalog/search-report-store.ts';
import { countBatchesToDecide } from '../features/commerce/batch-store.ts';
import { countOpenClaims } from '../features/commerce/claim-store.ts';
import { countLicences } from '../features/commerce/licence-store.ts';
import type { WaitingWork } from '../features/desk/routes.ts';
import { countErrata } from '../features/errata/store.ts';
import { countTicketsByState } from '../features/help/store.ts';
import { countFailedImports } from '../features/media/import/import-job.ts';
import { countInvoices } from '../features/orders/invoice-store.ts';
import { countRefunds } from '../features/orders/refund-store.ts';
import type { Platform } from './open-platform.ts';

const FAILED_IMPORTS_MS = 7 * 86_400_000;

export const deskWorkParts = ({ db: { orm }, clock }: Pick<Platform, 'db' | 'clock'>): Readonly<Record<WorkKind, WaitingWork>> => ({
  refunds: { call: 'decideRefund', count: async ({ bounds }) => (await countRefunds(orm, bounds)).requested },
  failedRefunds: { call: 'decideRefund', count: async ({ bounds }) => (await countRefunds(orm, bounds)).failed },
  invoices: {
    call: 'issueInvoice',
    count: async ({ bounds }) => {
      const { submitted, issuing } = await countInvoices(orm, bounds);
      return submitted + issuing;
    },
  },
  redInvoices: { call: 'issueInvoice', count: async ({ bounds }) => (await countInvoices(orm, bounds)).redPending },
  tickets: { call: 'answerTicket', count: async () => (await countTicketsByState(orm)).open },
  errata: { call: 'decideErratum', count: async ({ bounds }) => (await countErrata(orm, { bookId: undefined, bounds })).submitted },
  reportedRatings: { call: 'decideRating', count: async ({ bounds }) => (await countRatings(orm, { bookId: undefined, bounds })).reported },
  searches: { call: 'settleSearchReports', count: async () => (await countReportGroups(orm)).open },
  teachers: { call: 'decideApplication', count: () => countPendingApplications(orm, 'teacher') },
  authors: { call: 'decideApplication', count: () => countPendingApplications(orm, 'author') },
  claims: { call: 'decideClaim', count: ({ bounds }) => countOpenClaims(orm, bounds) },
  batches: { call: 'decideCodeBatch', count: ({ userId, bounds }) => countBatchesToDecide(orm, userId, bounds) },
  failedImports: { call: 'retryImport', count: ({ bounds }) => countFailedImports(orm, bounds, clock.now() - FAILED_IMPORTS_MS) },
  expiringLicences: { call: 'setLicenceStatus', count: async ({ bounds }) => (await countLicences(orm, bounds, clock.now())).expiring },
});
