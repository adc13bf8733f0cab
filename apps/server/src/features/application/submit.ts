/** What an applicant does: sees how they stand, sends, changes, sends again. */
import { type ApplicationKind, type ApplicationState, CodedError, newId, type ProofFile } from '@shufang/contract';
import type { ApplicationDependencies } from './application-dependencies.ts';
import { standingOf } from './rules.ts';
import { listApplicationsOf, putPending } from './store.ts';

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
}

export const getStanding = async (
  { db, clock, findOwnFiles }: ApplicationDependencies,
  userId: string,
  kind: ApplicationKind,
): Promise<ShownStanding> => {
  const { state, last, validUntil, maySubmit } = standingOf(await listApplicationsOf(db.orm, userId, kind), clock.now());
  const proofs = last === undefined ? [] : await findOwnFiles(db.orm, userId, last.proofIds);
  return {
    state,
    proofs,
    fieldReasons: last?.fieldReasons ?? {},
    answer: last?.answer ?? '',
    maySubmit,
    ...(last === undefined ? {} : { form: last.form, submittedAt: last.submittedAt }),
    ...(last?.decidedAt === undefined ? {} : { decidedAt: last.decidedAt }),
    ...(validUntil === undefined ? {} : { validUntil }),
  };
};

/** Throws `application.notOpen` while what was approved counts for long yet, `file.notFound` for proofs that are not the person's. */
export const submitApplication = async (
  deps: ApplicationDependencies,
  userId: string,
  kind: ApplicationKind,
  { fileIds, ...form }: { readonly fileIds: readonly string[] },
): Promise<ShownStanding> => {
  const now = deps.clock.now();
  const proofIds = [...new Set(fileIds)];
  await deps.db.transaction(async (tx) => {
    if (!standingOf(await listApplicationsOf(tx, userId, kind), now).maySubmit) throw new CodedError('application.notOpen');
    if ((await deps.findOwnFiles(tx, userId, proofIds)).length < proofIds.length) throw new CodedError('file.notFound');
    await putPending(tx, { id: newId(now), userId, kind, form, proofIds, now });
  });
  return getStanding(deps, userId, kind);
};
