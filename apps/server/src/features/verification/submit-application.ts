/** Submits an application of either kind, or changes the pending one. */
import { type ApplicationKind, CodedError, newId, RULE_OPERATOR, type TeacherForm, teacherForm, type Voucher } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { publishRoleChange } from '../authorization/change-roles.ts';
import { approve } from './approve.ts';
import { statusOf } from './rules.ts';
import { listApplicationsOf, lockApplicant, putPending, type StoredApplication } from './store.ts';
import type { VerificationDependencies } from './verification-dependencies.ts';
import { mayBeVouchedFor, vouchedReason, voucherFor } from './vouching.ts';

type Dependencies = Pick<VerificationDependencies, 'db' | 'clock' | 'events' | 'findOwnFiles' | 'findInstitutionStatements'>;

/** Returns the institution that confirms a teacher's form; undefined if an editor must decide. */
const findVoucher = async (
  deps: Pick<Dependencies, 'clock' | 'findInstitutionStatements'>,
  tx: Transaction,
  { userId, form, applications }: { userId: string; form: TeacherForm; applications: readonly StoredApplication[] },
): Promise<Voucher | undefined> =>
  mayBeVouchedFor(applications) ? voucherFor(await deps.findInstitutionStatements(tx, userId), form, deps.clock.now()) : undefined;

/**
 * Submits an application. A teacher confirmed by an institution is approved at once; otherwise an editor decides by the proofs. Throws
 * `application.notOpen` while an approval is valid for long enough, `file.notFound` for proofs that are not the user's files,
 * `request.invalid` for a teacher with neither a confirmation nor a proof.
 */
export const submitApplication = async (
  deps: Dependencies,
  userId: string,
  kind: ApplicationKind,
  { fileIds, ...form }: { readonly fileIds: readonly string[] },
): Promise<void> => {
  const now = deps.clock.now();
  const proofIds = [...new Set(fileIds)];
  await deps.db.transaction(async (tx) => {
    await lockApplicant(tx, userId);
    const applications = await listApplicationsOf(tx, userId, kind);
    if (!statusOf(applications, now).maySubmit) throw new CodedError('application.notOpen');
    if ((await deps.findOwnFiles(tx, userId, proofIds)).length < proofIds.length) throw new CodedError('file.notFound');
    const parsed = kind === 'teacher' ? teacherForm.parse(form) : undefined;
    const voucher = parsed === undefined ? undefined : await findVoucher(deps, tx, { userId, form: parsed, applications });
    if (parsed !== undefined && voucher === undefined && proofIds.length === 0)
      throw new CodedError('request.invalid', { reason: '请上传至少一份证明材料' });
    const id = await putPending(tx, { id: newId(now), userId, kind, form, proofIds, now });
    if (voucher !== undefined) await approve(tx, RULE_OPERATOR, { id, kind, userId }, vouchedReason(voucher), now);
  });
  // The event is published for every submission: the applicant's menu has a new page, and an approved teacher has a new role.
  await publishRoleChange(deps, userId);
};
