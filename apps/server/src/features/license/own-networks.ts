/** Checks the networks of licenses: each belongs to only one institution at a time. */
import { CodedError, type InstitutionLicense } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { findOverlap } from './license-store.ts';

/** Throws `license.overlap` if a license of another institution has one of the networks in the same period. */
export const requireOwnNetworks = async (tx: Transaction, license: InstitutionLicense): Promise<void> => {
  const overlap = await findOverlap(tx, license);
  if (overlap !== undefined) throw new CodedError('license.overlap', overlap);
};
