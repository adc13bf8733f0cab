/** The log of what those who run the platform did: who, what, to what, before and after, why, when, in which request. Never changed. */
import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { operation } from '../wire/operation.ts';

/** Everything an operator can do that changes something for others. A new act is named here and gets its Chinese name in the client. */
export const auditAct = z.enum([
  'book.import',
  'import.cancel',
  'import.retry',
  'book.edit',
  'book.cover',
  'book.edition',
  'book.versionNote',
  'book.addMaterial',
  'book.saveMaterial',
  'book.removeMaterial',
  'book.price',
  'book.publish',
  'book.takeOffShelf',
  'book.remove',
  'collection.save',
  'collection.remove',
  'collection.arrange',
  'slot.save',
  'slot.remove',
  'slot.arrange',
  'category.save',
  'category.move',
  'category.remove',
  'codes.mint',
  'codes.request',
  'codes.approve',
  'codes.reject',
  'codes.export',
  'codes.void',
  'claim.approve',
  'claim.reject',
  'licence.create',
  'licence.activate',
  'licence.places',
  'licence.suspend',
  'licence.resume',
  'institution.save',
  'institution.importMembers',
  'institution.removeMembers',
  'shortLink.create',
  'shortLink.retarget',
  'collection.price',
  'refund.make',
  'rights.suspend',
  'rights.resume',
  'refund.approve',
  'refund.reject',
  'invoice.take',
  'invoice.putBack',
  'invoice.issue',
  'invoice.issueRed',
  'invoice.reject',
  'invoice.read',
  'orders.export',
  'orders.query',
  'application.approve',
  'application.reject',
  'application.revoke',
  'claim.readPhoto',
  'application.readProof',
  'user.create',
  'user.roles',
  'user.password',
  'user.freeze',
  'user.unfreeze',
  'user.phone',
  'user.grantBook',
  'user.revokeBook',
  'release.publish',
  'release.withdraw',
  'ticket.answer',
  'ticket.close',
  'backup.restore',
  'rating.hide',
  'rating.keep',
  'erratum.accept',
  'erratum.duplicate',
  'erratum.reject',
  'erratum.fix',
  'searchReport.settle',
]);
export type AuditAct = z.output<typeof auditAct>;

/** What was acted on. */
export const auditTarget = z.enum([
  'book',
  'import',
  'collection',
  'homeSlot',
  'category',
  'codeBatch',
  'codeClaim',
  'licence',
  'institution',
  'shortLink',
  'order',
  'refund',
  'invoice',
  'application',
  'user',
  'appVersion',
  'ticket',
  'backup',
  'rating',
  'erratum',
  'searchReport',
]);
export type AuditTarget = z.output<typeof auditTarget>;

/** Names of fields with their values before or after; only those that changed, none that is secret. */
const facts = z.record(z.string(), z.unknown());

/** Stands where a person would: done by a rule of ours, nobody decided. */
export const RULE_OPERATOR = 'rule';

export const auditRecord = z.object({
  id: z.string(),
  at: z.number().int(),
  /** Absent: done by the command line on the server. `userId` may be `RULE_OPERATOR`. `name`: what they are called now; absent when the account is gone. */
  operator: z.object({ userId: z.string(), name: z.string().optional(), tel: z.string().optional() }).optional(),
  act: auditAct,
  target: z.object({ kind: auditTarget, id: z.string(), name: z.string() }),
  before: facts.optional(),
  after: facts.optional(),
  reason: z.string(),
  /** Finds the request in the server's log. */
  requestId: z.string().optional(),
});
export type AuditRecord = z.output<typeof auditRecord>;

/** The newest first. `operatorId`: `cli` for the command line. `from`, `to`: UTC ms, the latter exclusive. */
export const listAudit = operation({
  name: 'listAudit',
  method: 'GET',
  path: '/api/admin/audit/list',
  summary: '操作日志',
  input: z.object({
    act: auditAct.optional(),
    targetKind: auditTarget.optional(),
    targetId: z.string().trim().max(100).optional(),
    operatorId: z.string().trim().max(64).optional(),
    from: z.coerce.number().int().min(0).optional(),
    to: z.coerce.number().int().min(0).optional(),
    cursor: z.string().max(128).optional(),
    limit: pageLimit(),
  }),
  output: z.object({
    items: z.array(auditRecord),
    /** Everybody who ever acted, for the filter. */
    operators: z.array(z.object({ userId: z.string(), name: z.string().optional() })),
    nextCursor: z.string().optional(),
  }),
});
