/** Deletes the proofs (uploaded documents) of decided applications. */

import { VERIFICATION_LIMITS } from './limits.ts';
import { emptyProofs, isProofInUse, listProofsDecidedBefore } from './store.ts';
import type { ProofDependencies } from './verification-dependencies.ts';

const PER_SWEEP = 1_000;

/** Deletes the proof files of applications that were decided long enough ago. Returns the number of these applications. */
export const forgetProofs = async ({ db, clock, removeOwnFiles }: ProofDependencies): Promise<number> => {
  const due = await listProofsDecidedBefore(db.orm, clock.now() - VERIFICATION_LIMITS.applicationProofMs, PER_SWEEP);
  for (const { id, userId, proofIds } of due) {
    await db.transaction(async (tx) => {
      const unused: string[] = [];
      for (const fileId of proofIds) if (!(await isProofInUse(tx, fileId, id))) unused.push(fileId);
      await emptyProofs(tx, id);
      await removeOwnFiles(tx, userId, unused);
    });
  }
  return due.length;
};
