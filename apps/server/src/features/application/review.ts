/** What editors do with applications: look through them, decide, take back. A decision, the role it gives and its row in the log are one. */
import {
  type ApplicationRecord,
  applicationRecord,
  CodedError,
  type decideApplication as decideOperation,
  type InstitutionWord,
  type listApplications as listOperation,
  type OutputOf,
  type ParsedInputOf,
  type ProofFile,
  teacherForm,
} from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Transaction } from '../../platform/database.ts';
import { tellPerson } from '../../platform/notices.ts';
import { announceRoles, changeRoles, type RoleChange } from '../account/roles.ts';
import type { ApplicationDependencies } from './application-dependencies.ts';
import { approve, roleFor } from './approve.ts';
import { isInForce } from './rules.ts';
import {
  type ApplicationPlace,
  countApplications,
  findApplication,
  listApplicationsOf,
  listApplicationsPage,
  lockApplication,
  putDecision,
  type StoredApplication,
} from './store.ts';
import { weigh } from './vouching.ts';

const encodePlace = ({ at, id }: ApplicationPlace): string => Buffer.from(`${at} ${id}`).toString('base64url');

/** Throws `request.invalid` for a cursor that is none of ours. */
const decodePlace = (cursor: string): ApplicationPlace => {
  const [, at, id] = /^(\d{1,15}) ([0-9a-z]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (at === undefined || id === undefined) throw new CodedError('request.invalid', { reason: 'cursor 有误' });
  return { at: Number(at), id };
};

type People = Awaited<ReturnType<ApplicationDependencies['findPeople']>>;

interface Beside {
  readonly proofs: readonly ProofFile[];
  readonly words: readonly InstitutionWord[];
}

const view = (application: StoredApplication, people: People, { proofs, words }: Beside, now: number): ApplicationRecord => {
  const { id, kind, userId, form, fieldReasons, answer, submittedAt, decidedAt, validUntil } = application;
  const who = people.get(userId);
  const isOver = application.state === 'approved' && !isInForce(application, now);
  return applicationRecord.parse({
    id,
    kind,
    state: isOver ? 'expired' : application.state,
    applicant: { userId, name: who?.nickname ?? '', tel: who?.tel ?? '' },
    ...(form === undefined ? {} : { form }),
    proofs,
    words,
    fieldReasons,
    answer,
    submittedAt,
    ...(decidedAt === undefined ? {} : { decidedAt }),
    ...(validUntil === undefined ? {} : { validUntil }),
  });
};

const wordsBeside = async (deps: ApplicationDependencies, { kind, state, userId, form }: StoredApplication, now: number) => {
  if (kind !== 'teacher' || state !== 'pending') return [];
  const said = teacherForm.parse(form);
  return (await deps.wordsAbout(deps.db.orm, userId)).map((word) => weigh(word, said, now));
};

const show = async (deps: ApplicationDependencies, applications: readonly StoredApplication[]): Promise<ApplicationRecord[]> => {
  const people = await deps.findPeople(applications.map(({ userId }) => userId));
  const now = deps.clock.now();
  return Promise.all(
    applications.map(async (one) => {
      const proofs = await deps.findOwnFiles(deps.db.orm, one.userId, one.proofIds);
      return view(one, people, { proofs, words: await wordsBeside(deps, one, now) }, now);
    }),
  );
};

const showOne = async (deps: ApplicationDependencies, id: string): Promise<ApplicationRecord> => {
  const stored = await findApplication(deps.db.orm, id);
  const [shown] = stored === undefined ? [] : await show(deps, [stored]);
  if (shown === undefined) throw new CodedError('application.notFound');
  return shown;
};

export const listApplications = async (
  deps: ApplicationDependencies,
  { state, kind, cursor, limit }: ParsedInputOf<typeof listOperation>,
): Promise<OutputOf<typeof listOperation>> => {
  const after = cursor === undefined ? undefined : decodePlace(cursor);
  const found = await listApplicationsPage(deps.db.orm, { state, kind, after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    items: await show(deps, page),
    counts: await countApplications(deps.db.orm, kind),
    ...(last === undefined ? {} : { nextCursor: encodePlace({ at: last.decidedAt ?? last.submittedAt, id: last.id }) }),
  };
};

const lock = async (tx: Transaction, id: string): Promise<StoredApplication> => {
  const known = await lockApplication(tx, id);
  if (known === undefined) throw new CodedError('application.notFound');
  return known;
};

/** Throws `application.notFound`, `application.decided`, and `application.changed` where the person has sent other words since. */
export const decideApplication = async (
  deps: ApplicationDependencies,
  operator: DeskOperator,
  { id, submittedAt, decision, fieldReasons, answer }: ParsedInputOf<typeof decideOperation>,
): Promise<ApplicationRecord> => {
  const now = deps.clock.now();
  const known = await deps.db.transaction(async (tx) => {
    const application = await lock(tx, id);
    if (application.state !== 'pending') throw new CodedError('application.decided');
    if (application.submittedAt !== submittedAt) throw new CodedError('application.changed');
    const { userId, kind } = application;
    if (decision === 'approve') {
      await approve(tx, operator, application, answer, now);
      return application;
    }
    await putDecision(tx, {
      id,
      state: 'rejected',
      fieldReasons,
      answer,
      decidedBy: operator.userId,
      decidedAt: now,
      validUntil: undefined,
    });
    const facts = { before: { state: 'pending' }, after: { state: 'rejected', fieldReasons, userId }, reason: answer };
    await recordAct(tx, operator, { act: 'application.reject', target: { kind: 'application', id, name: kind }, ...facts }, now);
    await tellPerson(tx, userId, { kind: 'applicationRejected', subject: { id, name: kind } }, now);
    return application;
  });
  // A rejection, too: the person's open page asks again how they stand.
  await announceRoles(deps, known.userId);
  return showOne(deps, id);
};

/** Throws `application.notFound`, and `application.decided` for one that is not approved. */
export const revokeApplication = async (
  deps: ApplicationDependencies,
  operator: DeskOperator,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<ApplicationRecord> => {
  const now = deps.clock.now();
  const known = await deps.db.transaction(async (tx) => {
    const application = await lock(tx, id);
    if (application.state !== 'approved') throw new CodedError('application.decided');
    const { userId, kind } = application;
    await putDecision(tx, {
      id,
      state: 'revoked',
      fieldReasons: {},
      answer: reason,
      decidedBy: operator.userId,
      decidedAt: now,
      validUntil: undefined,
    });
    const stillApproved = (await listApplicationsOf(tx, userId, kind)).some((one) => one.id !== id && isInForce(one, now));
    const change: RoleChange = stillApproved ? {} : { remove: [roleFor(kind, now).role] };
    // Who was nothing else before is a reader again.
    await changeRoles(tx, userId, { add: ['reader'], ...change }, now);
    const facts = { before: { state: 'approved' }, after: { state: 'revoked', userId }, reason };
    await recordAct(tx, operator, { act: 'application.revoke', target: { kind: 'application', id, name: kind }, ...facts }, now);
    return application;
  });
  await announceRoles(deps, known.userId);
  return showOne(deps, id);
};
