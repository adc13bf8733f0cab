/** Returns the status of an application as the applicant sees it. */
import type {
  ApplicationKind,
  ApplicationState,
  getAuthentication,
  getAuthorApplication,
  InstantProof,
  OutputOf,
  ProofFile,
  Voucher,
} from '@shufang/contract';
import { instantProofsOf } from './instant-approval.ts';
import { statusOf } from './rules.ts';
import { listApplicationsOf } from './store.ts';
import type { VerificationDependencies } from './verification-dependencies.ts';
import { mayBeVouchedFor, vouchersAmong } from './vouching.ts';

interface ShownStatus {
  readonly state: ApplicationState;
  readonly form?: unknown;
  readonly proofs: readonly ProofFile[];
  readonly fieldReasons: Readonly<Record<string, string>>;
  readonly reply: string;
  readonly submittedAt?: number;
  readonly decidedAt?: number;
  readonly validUntil?: number;
  readonly maySubmit: boolean;
  readonly vouchers: readonly Voucher[];
  readonly waysAtOnce: readonly InstantProof[];
  readonly reviewDays: number;
}

/** Returns the status of the user's application of this kind. */
const getApplicationStatus = async (deps: VerificationDependencies, userId: string, kind: ApplicationKind): Promise<ShownStatus> => {
  const { db, clock, reviewDays, findOwnFiles, findInstitutionStatements } = deps;
  const now = clock.now();
  const applications = await listApplicationsOf(db.orm, userId, kind);
  const { state, last, validUntil, maySubmit } = statusOf(applications, now);
  const isVouchable = kind === 'teacher' && maySubmit && mayBeVouchedFor(applications);
  const proofs = last === undefined ? [] : await findOwnFiles(db.orm, userId, last.proofIds);
  return {
    state,
    proofs,
    fieldReasons: last?.fieldReasons ?? {},
    reply: last?.reply ?? '',
    maySubmit,
    vouchers: isVouchable ? vouchersAmong(await findInstitutionStatements(db.orm, userId), now) : [],
    waysAtOnce: kind === 'teacher' ? await instantProofsOf(deps, applications) : [],
    reviewDays: await reviewDays(),
    ...(last === undefined ? {} : { submittedAt: last.submittedAt }),
    ...(last?.form === undefined ? {} : { form: last.form }),
    ...(last?.decidedAt === undefined ? {} : { decidedAt: last.decidedAt }),
    ...(validUntil === undefined ? {} : { validUntil }),
  };
};

/** Returns the status of the user's application for teacher verification. */
export const getTeacherStatus = async (deps: VerificationDependencies, userId: string): Promise<OutputOf<typeof getAuthentication>> =>
  (await getApplicationStatus(deps, userId, 'teacher')) as OutputOf<typeof getAuthentication>;

/** Returns the status of the user's application as an author. */
export const getAuthorStatus = async (deps: VerificationDependencies, userId: string): Promise<OutputOf<typeof getAuthorApplication>> =>
  (await getApplicationStatus(deps, userId, 'author')) as OutputOf<typeof getAuthorApplication>;
