/**
 * Requests access to a book with photos as proof, for a code that cannot be used. Throws `catalog.bookNotFound`, `file.notFound`,
 * `activationCode.claimBookRemoved`, `activationCode.claimNeedless`, `activationCode.claimOpen`, `activationCode.claimTooMany`, `unavailable`.
 */
import { CodedError, mayReadAll, newId } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { type RateLimiter, RateLimiterUnavailableError } from '../../platform/rate-limit.ts';
import { findBook } from '../catalog/find-books.ts';
import type { ActivationCodeDependencies } from './activation-code-dependencies.ts';
import { insertClaim, type StoredClaim } from './claim-store.ts';
import { requireReadable, viewClaims } from './code-claim.ts';
import { ACTIVATION_CODE_LIMITS } from './limits.ts';

const PER_DAY = { points: ACTIVATION_CODE_LIMITS.claimsPerUserPerDay, windowMs: 86_400_000 };

const countClaim = async (limiter: RateLimiter, userId: string): Promise<void> => {
  try {
    if (!(await limiter.take(`claim:user:${userId}`, PER_DAY)).allowed) throw new CodedError('activationCode.claimTooMany');
  } catch (error) {
    if (error instanceof RateLimiterUnavailableError) throw new CodedError('unavailable', {}, { cause: error });
    throw error;
  }
};

export const claimCode: UseCase<'claimCode', ActivationCodeDependencies> = async (deps, caller, input) => {
  const { userId } = caller.reader;
  const book = await findBook(deps.db.orm, input.bookId);
  if (book === undefined || book.shelfState === 'draft') throw new CodedError('catalog.bookNotFound');
  requireReadable(book);
  const right = await deps.rights.one(caller, book);
  if (mayReadAll(right) && right.endsAt === undefined) throw new CodedError('activationCode.claimNeedless');
  for (const photoId of input.photoIds) {
    const file = await deps.findFile(userId, photoId);
    if (file === undefined || !file.mediaType.startsWith('image/')) throw new CodedError('file.notFound');
  }
  await countClaim(deps.limiter, userId);
  const now = deps.clock.now();
  const claim: StoredClaim = {
    ...input,
    id: newId(now),
    userId,
    status: 'open',
    reply: '',
    createdAt: now,
    decidedAt: undefined,
    voidedCode: undefined,
  };
  if (!(await insertClaim(deps.db.orm, claim))) throw new CodedError('activationCode.claimOpen');
  const [view] = await viewClaims(deps, [claim]);
  if (view === undefined) throw new CodedError('activationCode.claimNotFound');
  return { payload: { claim: view }, say: '已提交，我们会尽快处理' };
};
