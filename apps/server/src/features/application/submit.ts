/** What an applicant does: sees how they stand, sends, changes, sends again. */
import {
  type ApplicationKind,
  type ApplicationState,
  CodedError,
  newId,
  type ProofFile,
  RULE_OPERATOR,
  type TeacherForm,
  teacherForm,
  type Voucher,
  type WayAtOnce,
} from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { announceRoles } from '../account/roles.ts';
import type { ApplicationDependencies } from './application-dependencies.ts';
import { approve } from './approve.ts';
import { waysAtOnceOf } from './authenticate-at-once.ts';
import { standingOf } from './rules.ts';
import { listApplicationsOf, lockApplicant, putPending, type StoredApplication } from './store.ts';
import { mayBeVouchedFor, vouchedAnswer, voucherFor, vouchersAmong } from './vouching.ts';

export interface ShownStanding {
  readonly state: ApplicationState;
  readonly form?: unknown;
  readonly proofs: readonly ProofFile[];
  readonly fieldReasons: Readonly<Record<string, string>>;
  readonly answer: string;
  readonly submittedAt?: number;
  readonly decidedAt?: number;
  readonly validUntil?: number;
  readonly maySubmit: boolean;
  readonly vouchers: readonly Voucher[];
  readonly waysAtOnce: readonly WayAtOnce[];
  readonly reviewDays: number;
}

export const getStanding = async (deps: ApplicationDependencies, userId: string, kind: ApplicationKind): Promise<ShownStanding> => {
  const { db, clock, reviewDays, findOwnFiles, wordsAbout } = deps;
  const now = clock.now();
  const applications = await listApplicationsOf(db.orm, userId, kind);
  const { state, last, validUntil, maySubmit } = standingOf(applications, now);
  const isVouchable = kind === 'teacher' && maySubmit && mayBeVouchedFor(applications);
  const proofs = last === undefined ? [] : await findOwnFiles(db.orm, userId, last.proofIds);
  return {
    state,
    proofs,
    fieldReasons: last?.fieldReasons ?? {},
    answer: last?.answer ?? '',
    maySubmit,
    vouchers: isVouchable ? vouchersAmong(await wordsAbout(db.orm, userId), now) : [],
    waysAtOnce: kind === 'teacher' ? await waysAtOnceOf(deps, applications) : [],
    reviewDays,
    ...(last === undefined ? {} : { submittedAt: last.submittedAt }),
    ...(last?.form === undefined ? {} : { form: last.form }),
    ...(last?.decidedAt === undefined ? {} : { decidedAt: last.decidedAt }),
    ...(validUntil === undefined ? {} : { validUntil }),
  };
};

/** Who vouches for a teacher's words; undefined: an editor decides. */
const findVoucher = async (
  deps: ApplicationDependencies,
  tx: Transaction,
  { userId, form, applications }: { userId: string; form: TeacherForm; applications: readonly StoredApplication[] },
): Promise<Voucher | undefined> =>
  mayBeVouchedFor(applications) ? voucherFor(await deps.wordsAbout(tx, userId), form, deps.clock.now()) : undefined;

/**
 * A teacher an institution vouches for is one at once; else an editor decides, by papers. Throws `application.notOpen` while what was
 * approved counts for long yet, `file.notFound` for proofs that are not the person's, `request.invalid` for a teacher without either.
 */
export const submitApplication = async (
  deps: ApplicationDependencies,
  userId: string,
  kind: ApplicationKind,
  { fileIds, ...form }: { readonly fileIds: readonly string[] },
): Promise<ShownStanding> => {
  const now = deps.clock.now();
  const proofIds = [...new Set(fileIds)];
  const isApproved = await deps.db.transaction(async (tx) => {
    await lockApplicant(tx, userId);
    const applications = await listApplicationsOf(tx, userId, kind);
    if (!standingOf(applications, now).maySubmit) throw new CodedError('application.notOpen');
    if ((await deps.findOwnFiles(tx, userId, proofIds)).length < proofIds.length) throw new CodedError('file.notFound');
    const said = kind === 'teacher' ? teacherForm.parse(form) : undefined;
    const voucher = said === undefined ? undefined : await findVoucher(deps, tx, { userId, form: said, applications });
    if (said !== undefined && voucher === undefined && proofIds.length === 0)
      throw new CodedError('request.invalid', { reason: '请上传至少一份证明材料' });
    const id = await putPending(tx, { id: newId(now), userId, kind, form, proofIds, now });
    if (voucher !== undefined) await approve(tx, RULE_OPERATOR, { id, kind, userId }, vouchedAnswer(voucher), now);
    return voucher !== undefined;
  });
  if (isApproved) await announceRoles(deps, userId);
  return getStanding(deps, userId, kind);
};
