import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { operation } from '../wire/operation.ts';

/** All audited operator actions. The client has a Chinese label for each. */
export const auditAction = z.enum([
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
  'book.requestScripts',
  'book.approveScripts',
  'book.rejectScripts',
  'book.withdrawScripts',
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
  'license.create',
  'license.activate',
  'license.places',
  'license.suspend',
  'license.resume',
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
  'user.secondFactorOn',
  'user.secondFactorOff',
  'user.secondFactorReset',
  'user.freeze',
  'user.unfreeze',
  'user.phone',
  'user.grantBook',
  'user.revokeBook',
  'release.token',
  'release.publish',
  'release.renew',
  'release.withdraw',
  'ticket.answer',
  'ticket.close',
  'backup.restore',
  'settings.save',
  'demo.remove',
  'rating.hide',
  'rating.keep',
  'erratum.accept',
  'erratum.duplicate',
  'erratum.reject',
  'erratum.fix',
  'searchReport.settle',
]);

export type AuditAction = z.output<typeof auditAction>;

/** Kinds of objects that an audited action can change. */
export const auditTarget = z.enum([
  'book',
  'import',
  'collection',
  'homeSlot',
  'category',
  'codeBatch',
  'codeClaim',
  'license',
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
  'settings',
  'rating',
  'erratum',
  'searchReport',
]);

export type AuditTarget = z.output<typeof auditTarget>;

/** Values of the object's fields before or after the action: only changed fields, no secrets. */
const facts = z.record(z.string(), z.unknown());

export const auditEvent = z.object({
  id: z.string(),
  at: z.number().int(),
  /**
   * Who performed the action; absent if the server's command line did. `userId` may be `RULE_OPERATOR`. `name`: current name of the
   * operator; absent if the account no longer exists.
   */
  operator: z.object({ userId: z.string(), name: z.string().optional(), tel: z.string().optional() }).optional(),
  action: auditAction,
  target: z.object({ kind: auditTarget, id: z.string(), name: z.string() }),
  before: facts.optional(),
  after: facts.optional(),
  reason: z.string(),
  /** Id of the request in the server log. */
  requestId: z.string().optional(),
});

export type AuditEvent = z.output<typeof auditEvent>;

/** Lists audit events, the newest first. `operatorId`: `cli` for the command line. `from`, `to`: UTC ms, `to` exclusive. */
export const listAudit = operation({
  name: 'listAudit',
  method: 'GET',
  path: '/api/admin/audit/list',
  summary: '操作日志',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({
    action: auditAction.optional(),
    targetKind: auditTarget.optional(),
    targetId: z.string().trim().max(100).optional(),
    operatorId: z.string().trim().max(64).optional(),
    from: z.coerce.number().int().min(0).optional(),
    to: z.coerce.number().int().min(0).optional(),
    cursor: z.string().max(128).optional(),
    limit: pageLimit(),
  }),
  output: z.object({
    items: z.array(auditEvent),
    /** All operators who have audit events: the options of the page's filter by operator. */
    operators: z.array(z.object({ userId: z.string(), name: z.string().optional() })),
    nextCursor: z.string().optional(),
  }),
});
