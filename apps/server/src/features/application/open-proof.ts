/** Looking at a proof is an act, too: it shows somebody's papers. */
import { CodedError } from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { ApplicationDependencies } from './application-dependencies.ts';
import { findApplication } from './store.ts';

/** Answers whose file it is; undefined where the application has no such proof. Throws `application.notFound`. */
export const openProof = async (
  { db, clock }: Pick<ApplicationDependencies, 'db' | 'clock'>,
  operator: DeskOperator,
  { id, fileId }: { readonly id: string; readonly fileId: string },
): Promise<string | undefined> => {
  const application = await findApplication(db.orm, id);
  if (application === undefined) throw new CodedError('application.notFound');
  if (!application.proofIds.includes(fileId)) return undefined;
  const target = { kind: 'application', id, name: application.kind } as const;
  await recordAct(db.orm, operator, { act: 'application.readProof', target, after: { fileId } }, clock.now());
  return application.userId;
};
