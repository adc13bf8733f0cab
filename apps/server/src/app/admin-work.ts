/** The numbers of pending tasks in the admin area; each slice counts its own. */
import {
  answerTicket,
  decideAdoptionLists,
  decideApplication,
  decideClaim,
  decideCodeBatch,
  decideErratum,
  decideRating,
  decideRefund,
  decideSamples,
  issueInvoice,
  issueRoyaltyStatements,
  orderAdoptionLists,
  payRoyaltyStatements,
  replyToRoyaltyDispute,
  retryImport,
  setLicenseStatus,
  settleSearchReports,
  shipSamples,
  type WorkKind,
} from '@shufang/contract';
import { countBatchesToDecide } from '../features/activation-code/batch-store.ts';
import { countOpenClaims } from '../features/activation-code/claim-store.ts';
import type { WaitingWork } from '../features/admin/get-admin-work.ts';
import { countAdoptions } from '../features/adoption/store.ts';
import { countRatings } from '../features/catalog/ratings/rating-store.ts';
import { countReportGroups } from '../features/catalog/search/search-report-store.ts';
import { countErrata } from '../features/errata/store.ts';
import { countTicketsByState } from '../features/help/store.ts';
import { countLicenses } from '../features/license/license-store.ts';
import { countInvoices } from '../features/orders/invoices/invoice-store.ts';
import { countRefunds } from '../features/orders/refunds/refund-store.ts';
import { countFailedImports } from '../features/publication/import/import-job.ts';
import { sumStatements } from '../features/royalty/statement-store.ts';
import { countSamples } from '../features/sample/store.ts';
import { countPendingApplications } from '../features/verification/store.ts';
import type { Platform } from './open-platform.ts';

const EVERY_ADOPTION = { level: undefined, term: '', first: false, q: '' } as const;
const EVERY_STATEMENT = { period: undefined, q: '' } as const;
const FAILED_IMPORTS_MS = 7 * 86_400_000;

export const adminWorkOf = ({ db: { orm }, clock }: Pick<Platform, 'db' | 'clock'>): Readonly<Record<WorkKind, WaitingWork>> => ({
  refunds: { operation: decideRefund, count: async ({ accessScope }) => (await countRefunds(orm, accessScope)).requested },
  failedRefunds: { operation: decideRefund, count: async ({ accessScope }) => (await countRefunds(orm, accessScope)).failed },
  invoices: {
    operation: issueInvoice,
    count: async ({ accessScope }) => {
      const { submitted, issuing } = await countInvoices(orm, accessScope);
      return submitted + issuing;
    },
  },
  redInvoices: { operation: issueInvoice, count: async ({ accessScope }) => (await countInvoices(orm, accessScope)).redPending },
  tickets: { operation: answerTicket, count: async () => (await countTicketsByState(orm)).open },
  errata: {
    operation: decideErratum,
    count: async ({ accessScope }) => (await countErrata(orm, { bookId: undefined, accessScope })).submitted,
  },
  reportedRatings: {
    operation: decideRating,
    count: async ({ accessScope }) => (await countRatings(orm, { bookId: undefined, accessScope })).reported,
  },
  searches: { operation: settleSearchReports, count: async () => (await countReportGroups(orm)).open },
  teachers: { operation: decideApplication, count: () => countPendingApplications(orm, 'teacher') },
  authors: { operation: decideApplication, count: () => countPendingApplications(orm, 'author') },
  claims: { operation: decideClaim, count: ({ accessScope }) => countOpenClaims(orm, accessScope) },
  samples: {
    operation: decideSamples,
    count: async ({ accessScope }) => (await countSamples(orm, { form: undefined, bookId: undefined, q: '', accessScope })).submitted,
  },
  samplesToShip: {
    operation: shipSamples,
    count: async ({ accessScope }) => (await countSamples(orm, { form: 'print', bookId: undefined, q: '', accessScope })).approved,
  },
  adoptions: {
    operation: decideAdoptionLists,
    count: async ({ accessScope }) => (await countAdoptions(orm, { ...EVERY_ADOPTION, accessScope })).submitted,
  },
  adoptionsToOrder: {
    operation: orderAdoptionLists,
    count: async ({ accessScope }) => (await countAdoptions(orm, { ...EVERY_ADOPTION, accessScope })).confirmed,
  },
  royaltyDrafts: {
    operation: issueRoyaltyStatements,
    count: async ({ accessScope }) => (await sumStatements(orm, { ...EVERY_STATEMENT, accessScope })).draft.count,
  },
  royaltyDisputes: {
    operation: replyToRoyaltyDispute,
    count: async ({ accessScope }) => (await sumStatements(orm, { ...EVERY_STATEMENT, accessScope })).disputed.count,
  },
  royaltiesToPay: {
    operation: payRoyaltyStatements,
    count: async ({ accessScope }) => (await sumStatements(orm, { ...EVERY_STATEMENT, accessScope })).confirmed.count,
  },
  batches: { operation: decideCodeBatch, count: ({ userId, accessScope }) => countBatchesToDecide(orm, userId, accessScope) },
  failedImports: {
    operation: retryImport,
    count: ({ accessScope }) => countFailedImports(orm, accessScope, clock.now() - FAILED_IMPORTS_MS),
  },
  expiringLicenses: {
    operation: setLicenseStatus,
    count: async ({ accessScope }) => (await countLicenses(orm, accessScope, clock.now())).expiring,
  },
});
