/** Converts applications (of teachers and authors) for editors. */
import {
  type ApplicationRecord,
  applicationRecord,
  CodedError,
  type InstitutionAffiliation,
  type ProofFile,
  teacherForm,
} from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { isInForce } from './rules.ts';
import { findApplication, lockApplication, type StoredApplication } from './store.ts';
import type { VerificationDependencies } from './verification-dependencies.ts';
import { weigh } from './vouching.ts';

type Users = Awaited<ReturnType<VerificationDependencies['findUsers']>>;

/** Data of an application that other slices store. */
interface Related {
  readonly proofs: readonly ProofFile[];
  readonly affiliations: readonly InstitutionAffiliation[];
}

const viewApplication = (
  application: StoredApplication,
  users: Users,
  { proofs, affiliations }: Related,
  now: number,
): ApplicationRecord => {
  const { id, kind, userId, form, fieldReasons, reply, submittedAt, decidedAt, validUntil } = application;
  const user = users.get(userId);
  const isOver = application.state === 'approved' && !isInForce(application, now);
  return applicationRecord.parse({
    id,
    kind,
    state: isOver ? 'expired' : application.state,
    applicant: { userId, name: user?.nickname ?? '', tel: user?.tel ?? '' },
    ...(form === undefined ? {} : { form }),
    proofs,
    affiliations,
    fieldReasons,
    reply,
    submittedAt,
    ...(decidedAt === undefined ? {} : { decidedAt }),
    ...(validUntil === undefined ? {} : { validUntil }),
  });
};

const affiliationsOf = async (deps: VerificationDependencies, { kind, state, userId, form }: StoredApplication, now: number) => {
  if (kind !== 'teacher' || state !== 'pending') return [];
  const parsed = teacherForm.parse(form);
  return (await deps.findInstitutionStatements(deps.db.orm, userId)).map((statement) => weigh(statement, parsed, now));
};

/** Returns the applications as editors see them. */
export const viewApplications = async (
  deps: VerificationDependencies,
  applications: readonly StoredApplication[],
): Promise<ApplicationRecord[]> => {
  const users = await deps.findUsers(applications.map(({ userId }) => userId));
  const now = deps.clock.now();
  return Promise.all(
    applications.map(async (one) => {
      const proofs = await deps.findOwnFiles(deps.db.orm, one.userId, one.proofIds);
      return viewApplication(one, users, { proofs, affiliations: await affiliationsOf(deps, one, now) }, now);
    }),
  );
};

/** Returns one application as editors see it. Throws `application.notFound`. */
export const getApplicationRecord = async (deps: VerificationDependencies, id: string): Promise<ApplicationRecord> => {
  const stored = await findApplication(deps.db.orm, id);
  const [record] = stored === undefined ? [] : await viewApplications(deps, [stored]);
  if (record === undefined) throw new CodedError('application.notFound');
  return record;
};

/** Locks an application until the transaction ends and returns it. Throws `application.notFound`. */
export const requireLockedApplication = async (tx: Transaction, id: string): Promise<StoredApplication> => {
  const application = await lockApplication(tx, id);
  if (application === undefined) throw new CodedError('application.notFound');
  return application;
};
