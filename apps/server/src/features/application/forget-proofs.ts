import { LIMITS } from '@shufang/contract';
import type { ApplicationDependencies } from './application-dependencies.ts';
import { emptyProofs, isProofInUse, listProofsDecidedBefore } from './store.ts';

const PER_SWEEP = 1_000;

/** Proofs have done their part once it is decided: they go some time after, the files themselves. Answers of how many applications. */
export const forgetProofs = async ({
  db,
  clock,
  removeOwnFiles,
}: Pick<ApplicationDependencies, 'db' | 'clock' | 'removeOwnFiles'>): Promise<number> => {
  const due = await listProofsDecidedBefore(db.orm, clock.now() - LIMITS.applicationProofMs, PER_SWEEP);
  for (const { id, userId, proofIds } of due) {
    await db.transaction(async (tx) => {
      const free: string[] = [];
      for (const fileId of proofIds) if (!(await isProofInUse(tx, fileId, id))) free.push(fileId);
      await emptyProofs(tx, id);
      await removeOwnFiles(tx, userId, free);
    });
  }
  return due.length;
};
