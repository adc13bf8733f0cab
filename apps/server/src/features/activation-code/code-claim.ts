/** Converts stored claims (requests for access with photos as proof) to the objects of the API for readers and for operators. */
import { type CodeClaim, CodedError, type OperatorClaim } from '@shufang/contract';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import type { Book } from '../catalog/book.ts';
import { findBooks } from '../catalog/find-books.ts';
import type { StoredFile } from '../files/user-file.ts';
import type { StoredClaim } from './claim-store.ts';

export interface ClaimDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly objects: ObjectStorage;
  /** Returns the user's own file, if it exists. */
  readonly findFile: (ownerId: string, fileId: string) => Promise<StoredFile | undefined>;
  readonly findClaimant: (userId: string) => Promise<OperatorClaim['claimant']>;
  readonly codeKey: Uint8Array;
  /** Notifies the open pages of the user who made a claim that it was decided. */
  readonly notifyClaimant: (userId: string) => Promise<void>;
}

/** Returns claims as the users who made them see them. */
export const viewClaims = async (deps: Pick<ClaimDependencies, 'db'>, claims: readonly StoredClaim[]): Promise<CodeClaim[]> => {
  const books = await findBooks(deps.db.orm, [...new Set(claims.map(({ bookId }) => bookId))]);
  const titles = new Map(books.map((book) => [book.id, book.title]));
  return claims.map(({ id, bookId, reason, partial, note, photoIds, status, reply, createdAt, decidedAt }) => ({
    id,
    bookId,
    bookTitle: titles.get(bookId) ?? '',
    reason,
    partial,
    note,
    photos: photoIds.length,
    status,
    reply,
    createdAt,
    ...(decidedAt === undefined ? {} : { decidedAt }),
  }));
};

/** Returns claims as operators see them, with the users who made them. */
export const viewClaimsForOperator = async (deps: ClaimDependencies, claims: readonly StoredClaim[]): Promise<OperatorClaim[]> => {
  const views = await viewClaims(deps, claims);
  const [claimants, books] = await Promise.all([
    Promise.all(claims.map(({ userId }) => deps.findClaimant(userId))),
    findBooks(deps.db.orm, [...new Set(claims.map(({ bookId }) => bookId))]),
  ]);
  return views.map((claim, index) => {
    const claimant = claimants[index];
    const voidedCode = claims[index]?.voidedCode;
    const removalNotice = books.find(({ id }) => id === claim.bookId)?.removalNotice;
    return {
      ...claim,
      ...(claimant === undefined ? {} : { claimant }),
      ...(voidedCode === undefined ? {} : { voidedCode }),
      ...(removalNotice === undefined ? {} : { removalNotice }),
    };
  });
};

/** Throws `activationCode.claimBookRemoved` for a book under an ordered removal, because an approved claim would not open it. */
export const requireReadable = ({ removalNotice }: Pick<Book, 'removalNotice'>): void => {
  if (removalNotice !== undefined) throw new CodedError('activationCode.claimBookRemoved', { notice: removalNotice });
};
