/**
 * Finds the code to which a claim refers, among the codes of its book: by the whole code or its fourth group, as the user reports it.
 * Throws `activationCode.claimNotFound`.
 */
import { CodedError, readActivationCode } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { findClaim } from './claim-store.ts';
import type { ClaimDependencies } from './code-claim.ts';
import { hashCode } from './code-hash.ts';
import { listCodesOfBook } from './code-store.ts';

/** Maximum number of returned codes. Only a book with millions of codes has more codes with the same fourth group. */
const CODES_SHOWN = 20;

export const findClaimedCodes: UseCase<'findClaimedCodes', Pick<ClaimDependencies, 'db' | 'codeKey'>> = async (
  deps,
  _caller,
  { claimId, typed },
) => {
  const claim = await findClaim(deps.db.orm, claimId);
  if (claim === undefined) throw new CodedError('activationCode.claimNotFound');
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
