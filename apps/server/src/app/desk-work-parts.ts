/** What waits at the desk, taken from an open platform: every slice counts its own. */
import type { WorkKind } from '@shufang/contract';
import { countPendingApplications } from '../features/application/store.ts';
import { countRatings } from '../features/catalog/rating-store.ts';
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
  refunds: { permission: 'approveRefund', count: async () => (await countRefunds(orm)).requested },
  failedRefunds: { permission: 'approveRefund', count: async () => (await countRefunds(orm)).failed },
  invoices: {
    permission: 'approveRefund',
    count: async () => {
      const { submitted, issuing } = await countInvoices(orm);
      return submitted + issuing;
    },
  },
  tickets: { permission: 'answerTickets', count: async () => (await countTicketsByState(orm)).open },
  errata: { permission: 'publishBook', count: async () => (await countErrata(orm, undefined)).submitted },
  reportedRatings: { permission: 'curate', count: async () => (await countRatings(orm, undefined)).reported },
  teachers: { permission: 'approveApplication', count: () => countPendingApplications(orm, 'teacher') },
  authors: { permission: 'approveApplication', count: () => countPendingApplications(orm, 'author') },
  claims: { permission: 'approveApplication', count: () => countOpenClaims(orm) },
  batches: { permission: 'manageCodes', count: (userId) => countBatchesToDecide(orm, userId) },
  failedImports: { permission: 'importBook', count: () => countFailedImports(orm, clock.now() - FAILED_IMPORTS_MS) },
  expiringLicences: { permission: 'manageLicence', count: async () => (await countLicences(orm, clock.now())).expiring },
});
