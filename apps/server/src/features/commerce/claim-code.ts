/** A person shows photos of a book whose code cannot be used; an editor gives the book or says why not. */
import { buffer } from 'node:stream/consumers';
import {
  type AccessRight,
  type CodeClaim,
  CodedError,
  type claimCode as claimOperation,
  type decideClaim as decideOperation,
  type findClaimedCodes as findCodesOperation,
  LIMITS,
  type listClaims as listOperation,
  mayReadAll,
  newId,
  type OperatorClaim,
  type OutputOf,
  type ParsedInputOf,
  type getClaimPhoto as photoOperation,
  readActivationCode,
} from '@shufang/contract';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { ObjectNotFoundError, type ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { tellPerson } from '../../platform/notices.ts';
import { type RateLimiter, RateLimiterUnavailableError } from '../../platform/rate-limit.ts';
import type { Book } from '../catalog/book.ts';
import { findBook, findBooks } from '../catalog/find-books.ts';
import type { StoredFile } from '../files/user-file.ts';
import { type ClaimPlace, decideClaimRow, findClaim, insertClaim, listClaimsOf, listClaimsPage, type StoredClaim } from './claim-store.ts';
import { hashCode } from './code-hash.ts';
import { listCodesOfBook, voidCodeOfBook } from './code-store.ts';
import { revokeEntitlementOfCode, upsertEntitlement } from './store.ts';

const DAY_MS = 86_400_000;
const PER_DAY = { points: LIMITS.claimsPerUserPerDay, windowMs: DAY_MS };

export interface ClaimDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly objects: ObjectStorage;
  /** A person's own file that is there. */
  readonly findFile: (ownerId: string, fileId: string) => Promise<StoredFile | undefined>;
  readonly askerOf: (userId: string) => Promise<OperatorClaim['asker']>;
  readonly codeKey: Uint8Array;
  /** The person's open pages hear that a claim of theirs was decided. */
  readonly tellAsker: (userId: string) => Promise<void>;
}

const viewAll = async (deps: Pick<ClaimDependencies, 'db'>, claims: readonly StoredClaim[]): Promise<CodeClaim[]> => {
  const books = await findBooks(deps.db.orm, [...new Set(claims.map(({ bookId }) => bookId))]);
  const titles = new Map(books.map((book) => [book.id, book.title]));
  return claims.map(({ id, bookId, reason, partial, note, photoIds, status, answer, createdAt, decidedAt }) => ({
    id,
    bookId,
    bookTitle: titles.get(bookId) ?? '',
    reason,
    partial,
    note,
    photos: photoIds.length,
    status,
    answer,
    createdAt,
    ...(decidedAt === undefined ? {} : { decidedAt }),
  }));
};

const viewOne = async (deps: Pick<ClaimDependencies, 'db'>, claim: StoredClaim): Promise<CodeClaim> => {
  const [seen] = await viewAll(deps, [claim]);
  if (seen === undefined) throw new CodedError('commerce.claimNotFound');
  return seen;
};

const takeClaim = async (limiter: RateLimiter, userId: string): Promise<void> => {
  try {
    if (!(await limiter.take(`claim:user:${userId}`, PER_DAY)).allowed) throw new CodedError('commerce.claimTooMany');
  } catch (error) {
    if (error instanceof RateLimiterUnavailableError) throw new CodedError('unavailable', {}, { cause: error });
    throw error;
  }
};

/** The right would stay closed: nobody is let wait for it, or told that they have it. */
const requireReadable = ({ removalNotice }: Pick<Book, 'removalNotice'>): void => {
  if (removalNotice !== undefined) throw new CodedError('commerce.claimBookRemoved', { notice: removalNotice });
};

/** Throws `catalog.bookNotFound`, `file.notFound`, `commerce.claimBookRemoved`, `commerce.claimNeedless`, `claimOpen`, `claimTooMany`. */
export const claimCode = async (
  deps: ClaimDependencies,
  userId: string,
  rightOf: (book: Book) => Promise<AccessRight>,
  input: ParsedInputOf<typeof claimOperation>,
): Promise<CodeClaim> => {
  const book = await findBook(deps.db.orm, input.bookId);
  if (book === undefined || book.shelfState === 'draft') throw new CodedError('catalog.bookNotFound');
  requireReadable(book);
  const right = await rightOf(book);
  if (mayReadAll(right) && right.endsAt === undefined) throw new CodedError('commerce.claimNeedless');
  for (const photoId of input.photoIds) {
    const file = await deps.findFile(userId, photoId);
    if (file === undefined || !file.mediaType.startsWith('image/')) throw new CodedError('file.notFound');
  }
  await takeClaim(deps.limiter, userId);
  const now = deps.clock.now();
  const claim: StoredClaim = {
    ...input,
    id: newId(now),
    userId,
    status: 'open',
    answer: '',
    createdAt: now,
    decidedAt: undefined,
    voidedCode: undefined,
  };
  if (!(await insertClaim(deps.db.orm, claim))) throw new CodedError('commerce.claimOpen');
  return viewOne(deps, claim);
};

export const listMyClaims = async (deps: Pick<ClaimDependencies, 'db'>, userId: string): Promise<{ items: CodeClaim[] }> => ({
  items: await viewAll(deps, await listClaimsOf(deps.db.orm, userId)),
});

const forOperator = async (deps: ClaimDependencies, claims: readonly StoredClaim[]): Promise<OperatorClaim[]> => {
  const seen = await viewAll(deps, claims);
  const [askers, books] = await Promise.all([
    Promise.all(claims.map(({ userId }) => deps.askerOf(userId))),
    findBooks(deps.db.orm, [...new Set(claims.map(({ bookId }) => bookId))]),
  ]);
  return seen.map((claim, index) => {
    const asker = askers[index];
    const voidedCode = claims[index]?.voidedCode;
    const removalNotice = books.find(({ id }) => id === claim.bookId)?.removalNotice;
    return {
      ...claim,
      ...(asker === undefined ? {} : { asker }),
      ...(voidedCode === undefined ? {} : { voidedCode }),
      ...(removalNotice === undefined ? {} : { removalNotice }),
    };
  });
};

const encodePlace = ({ createdAt, id }: ClaimPlace): string => Buffer.from(`${createdAt} ${id}`).toString('base64url');

/** Throws `request.invalid` for a cursor that is none of ours. */
const decodePlace = (cursor: string): ClaimPlace => {
  const [, createdAt, id] = /^(\d{1,15}) ([0-9a-zA-Z]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (createdAt === undefined || id === undefined) throw new CodedError('request.invalid', { reason: 'cursor 有误' });
  return { createdAt: Number(createdAt), id };
};

export const listClaims = async (
  deps: ClaimDependencies,
  { status, cursor, limit }: ParsedInputOf<typeof listOperation>,
  bounds: Bounds | undefined,
): Promise<OutputOf<typeof listOperation>> => {
  const after = cursor === undefined ? undefined : decodePlace(cursor);
  const found = await listClaimsPage(deps.db.orm, { status, bounds, after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: await forOperator(deps, shown),
    ...(found.length > limit && last !== undefined ? { next: encodePlace(last) } : {}),
  };
};

/** More than these share a fourth group only in a book of millions of codes. */
const CODES_SHOWN = 20;

/** Throws `commerce.claimNotFound`. */
export const findClaimedCodes = async (
  deps: ClaimDependencies,
  { claimId, typed }: ParsedInputOf<typeof findCodesOperation>,
): Promise<OutputOf<typeof findCodesOperation>> => {
  const claim = await findClaim(deps.db.orm, claimId);
  if (claim === undefined) throw new CodedError('commerce.claimNotFound');
  const code = readActivationCode(typed);
  const last4 = typed.normalize('NFKC').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const by = code === undefined ? { last4 } : { hmac: hashCode(deps.codeKey, code) };
  const found = await listCodesOfBook(deps.db.orm, claim.bookId, by, CODES_SHOWN);
  return {
    items: found.map(({ serial, boundAt, ...one }) => ({
      ...one,
      ...(serial === undefined ? {} : { serial }),
      ...(boundAt === undefined ? {} : { boundAt }),
    })),
  };
};

/** The old code is worth nothing from now on; the right it gave ends only if the editor said so. Throws `request.invalid` for none of the book's. */
const voidOldCode = async (
  tx: Transaction,
  claim: StoredClaim,
  codeId: string | undefined,
  endBound: boolean,
): Promise<string | undefined> => {
  if (codeId === undefined) return undefined;
  const voided = await voidCodeOfBook(tx, Buffer.from(codeId, 'hex'), claim.bookId);
  if (voided === undefined) throw new CodedError('request.invalid', { reason: '这个激活码不是本书的，或已经作废' });
  if (endBound && voided.boundBy !== undefined) await revokeEntitlementOfCode(tx, voided.boundBy, codeId);
  return voided.last4;
};

/**
 * The decision, the right it gives and the end of the old code in one transaction. Throws `commerce.claimNotFound`,
 * `commerce.claimDecided`, and `commerce.claimBookRemoved` for an approval.
 */
export const decideClaim = async (
  deps: ClaimDependencies,
  operator: DeskOperator,
  { claimId, approve, answer, termDays, codeId, endBound }: ParsedInputOf<typeof decideOperation>,
): Promise<OperatorClaim> => {
  const claim = await findClaim(deps.db.orm, claimId);
  if (claim === undefined) throw new CodedError('commerce.claimNotFound');
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const [book] = await findBooks(tx, [claim.bookId]);
    if (approve && book !== undefined) requireReadable(book);
    const isFirst = await decideClaimRow(tx, claimId, {
      status: approve ? 'approved' : 'rejected',
      answer,
      voidedCode: approve && codeId !== undefined ? Buffer.from(codeId, 'hex') : undefined,
      by: operator.userId,
      at,
    });
    if (!isFirst) throw new CodedError('commerce.claimDecided');
    const voidedCode = approve ? await voidOldCode(tx, claim, codeId, endBound) : undefined;
    if (approve) {
      await upsertEntitlement(tx, {
        id: newId(at),
        userId: claim.userId,
        bookId: claim.bookId,
        source: 'claim',
        sourceId: claimId,
        startsAt: at,
        endsAt: termDays === undefined ? undefined : at + termDays * DAY_MS,
        status: 'active',
        grantedBy: operator.userId,
        note: '',
        createdAt: at,
      });
    }
    const act = approve ? 'claim.approve' : 'claim.reject';
    const target = { kind: 'codeClaim', id: claimId } as const;
    await recordAct(
      tx,
      operator,
      {
        act,
        target,
        after: { bookId: claim.bookId, termDays, voidedCode, ...(voidedCode === undefined ? {} : { endBound }) },
        reason: answer,
      },
      at,
    );
    const kind = approve ? 'claimApproved' : 'claimRejected';
    await tellPerson(tx, claim.userId, { kind, subject: { id: claim.bookId, name: book?.title ?? '' } }, at);
  });
  await deps.tellAsker(claim.userId);
  const decided = await findClaim(deps.db.orm, claimId);
  const [seen] = await forOperator(deps, decided === undefined ? [] : [decided]);
  if (seen === undefined) throw new CodedError('commerce.claimNotFound');
  return seen;
};

/**
 * Looking at it is an act: such photos show more than the book. Throws `commerce.claimNotFound`, `file.notFound` for one its owner
 * deleted.
 */
export const readClaimPhoto = async (
  deps: ClaimDependencies,
  operator: DeskOperator,
  { claimId, photo }: ParsedInputOf<typeof photoOperation>,
): Promise<OutputOf<typeof photoOperation>> => {
  const claim = await findClaim(deps.db.orm, claimId);
  if (claim === undefined) throw new CodedError('commerce.claimNotFound');
  const file = await deps.findFile(claim.userId, claim.photoIds[photo] ?? '');
  if (file === undefined) throw new CodedError('file.notFound');
  try {
    const { stream } = await deps.objects.get(contentKey(file.sha256));
    const base64 = (await buffer(stream)).toString('base64');
    const target = { kind: 'codeClaim', id: claimId } as const;
    // As one counts them: the first is 1.
    await recordAct(deps.db.orm, operator, { act: 'claim.readPhoto', target, after: { photo: photo + 1 } }, deps.clock.now());
    return { mediaType: file.mediaType, base64 };
  } catch (error) {
    if (error instanceof ObjectNotFoundError) throw new CodedError('file.notFound', {}, { cause: error });
    throw error;
  }
};
