/** Decides an erratum: accepted, duplicate, rejected, or fixed in a version. The states are those of product.md §7.5. */
import { type AdminErratum, CodedError, type ErratumState } from '@shufang/contract';
import type { UseCase, UseCaseInput } from '../../platform/http/register.ts';
import { type Operator, operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { notifyUser } from '../notification/notifications.ts';
import { booksOfErrata, viewErrataForAdmin } from './admin-erratum.ts';
import type { ErrataDependencies } from './errata-dependencies.ts';
import { findErratum, lockErratum, putDecision } from './store.ts';

type Dependencies = Pick<ErrataDependencies, 'db' | 'clock' | 'findUsers'>;

const NOTIFICATIONS = { accept: 'erratumAccepted', duplicate: 'erratumDuplicate', reject: 'erratumRejected', fix: 'erratumFixed' } as const;
const OUTCOMES = { accept: 'accepted', duplicate: 'duplicate', reject: 'rejected', fix: 'fixed' } as const;
/** The state in which an erratum must be for each decision. */
const BEFORE: Record<keyof typeof OUTCOMES, ErratumState> = {
  accept: 'submitted',
  duplicate: 'submitted',
  reject: 'submitted',
  fix: 'accepted',
};

/** Decides an erratum as the given operator. Throws `errata.notFound`, `errata.decided`, `errata.versionUnknown`. */
export const decideErratumAs = async (
  dependencies: Dependencies,
  operator: Operator,
  { id, decision, reply, fixedInVersion }: UseCaseInput<'decideErratum'>,
): Promise<AdminErratum> => {
  const now = dependencies.clock.now();
  const state = OUTCOMES[decision];
  await dependencies.db.transaction(async (tx) => {
    const before = await lockErratum(tx, id);
    if (before === undefined) throw new CodedError('errata.notFound');
    if (before.state !== BEFORE[decision]) throw new CodedError('errata.decided');
    const book = (await booksOfErrata(dependencies, [before])).get(before.bookId);
    const current = book?.versionNo ?? 0;
    const version = decision === 'fix' ? (fixedInVersion ?? current) : undefined;
    // The version must be released, and not older than the one in which the error was found.
    if (version !== undefined && (version > current || version < before.versionNo)) throw new CodedError('errata.versionUnknown');
    // An erratum that is marked as fixed without a new reply retains the reply given when it was accepted.
    const text = decision === 'fix' && reply === '' ? before.reply : reply;
    await putDecision(tx, { id, state, reply: text, fixedInVersion: version, decidedAt: now });
    const after = { state, bookId: before.bookId, ...(version === undefined ? {} : { fixedInVersion: version }) };
    const target = { kind: 'erratum', id, name: book?.title ?? '' } as const;
    await recordAuditEvent(
      tx,
      operator,
      { action: `erratum.${decision}`, target, before: { state: before.state }, after, reason: reply },
      now,
    );
    if (before.userId === undefined) return;
    await notifyUser(tx, before.userId, { kind: NOTIFICATIONS[decision], subject: { id: before.bookId, name: book?.title ?? '' } }, now);
  });
  const decided = await findErratum(dependencies.db.orm, id);
  const [shown] = decided === undefined ? [] : await viewErrataForAdmin(dependencies, [decided]);
  if (shown === undefined) throw new CodedError('errata.notFound');
  return shown;
};

const messages = { accept: '已采纳', duplicate: '已标为重复', reject: '已标为不采纳', fix: '已标为改正' } as const;

export const decideErratum: UseCase<'decideErratum', Dependencies> = async (dependencies, caller, input) => ({
  payload: await decideErratumAs(dependencies, operatorOf(caller), input),
  say: messages[input.decision],
});
