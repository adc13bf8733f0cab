/** Finds the owner of a claim or code batch that an admin operation names, to check it against the caller's access scope. */
import { ownerByBook } from '../publication/versions/publisher-scope.ts';
import { findBatch } from './batch-store.ts';
import { findClaim } from './claim-store.ts';

export const activationCodeOwners = { claim: ownerByBook(findClaim), codeBatch: ownerByBook(findBatch) };
