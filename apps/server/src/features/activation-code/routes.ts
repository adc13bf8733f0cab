/** Registers the operations of activation codes, code batches and claims. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import type { ActivationCodeDependencies } from './activation-code-dependencies.ts';
import { checkActivationCode } from './check-activation-code.ts';
import { claimCode } from './claim-code.ts';
import { decideClaim } from './decide-claim.ts';
import { decideCodeBatch } from './decide-code-batch.ts';
import { exportCodeBatch } from './export-code-batch.ts';
import { findClaimedCodes } from './find-claimed-codes.ts';
import { getClaimPhoto } from './get-claim-photo.ts';
import { getCodeBoxes } from './get-code-boxes.ts';
import { listClaims } from './list-claims.ts';
import { listCodeBatches } from './list-code-batches.ts';
import { listMyClaims } from './list-my-claims.ts';
import { listMyCodes } from './list-my-codes.ts';
import { redeemActivationCode } from './redeem-activation-code.ts';
import { releaseActivationCode } from './release-activation-code.ts';
import { requestCodeBatch } from './request-code-batch.ts';
import { voidCodes } from './void-codes.ts';

export const registerActivationCodeRoutes = (router: Router, dependencies: ActivationCodeDependencies): void =>
  register(router, dependencies, {
    checkActivationCode,
    claimCode,
    decideClaim,
    decideCodeBatch,
    exportCodeBatch,
    findClaimedCodes,
    getClaimPhoto,
    getCodeBoxes,
    listClaims,
    listCodeBatches,
    listMyClaims,
    listMyCodes,
    redeemActivationCode,
    releaseActivationCode,
    requestCodeBatch,
    voidCodes,
  });
