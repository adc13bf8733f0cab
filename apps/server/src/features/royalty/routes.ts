/** Registers the operations of royalties. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { confirmRoyaltyStatement } from './confirm-royalty-statement.ts';
import { disputeRoyaltyStatement } from './dispute-royalty-statement.ts';
import { exportMyRoyaltyStatement } from './export-my-royalty-statement.ts';
import { exportRoyaltyStatements } from './export-royalty-statements.ts';
import { getBookRoyalties } from './get-book-royalties.ts';
import { getMyRoyaltyStatement } from './get-my-royalty-statement.ts';
import { getRoyaltyStatement } from './get-royalty-statement.ts';
import { issueRoyaltyStatements } from './issue-royalty-statements.ts';
import { listMyRoyalties } from './list-my-royalties.ts';
import { listRoyaltyBooks } from './list-royalty-books.ts';
import { listRoyaltyStatements } from './list-royalty-statements.ts';
import { makeRoyaltyStatements } from './make-royalty-statements.ts';
import { payRoyaltyStatements } from './pay-royalty-statements.ts';
import { recordRoyaltyReceipt } from './record-royalty-receipt.ts';
import { removeRoyaltyRate } from './remove-royalty-rate.ts';
import { replyToRoyaltyDispute } from './reply-to-royalty-dispute.ts';
import type { RoyaltyDependencies } from './royalty-dependencies.ts';
import { saveRoyaltyRate } from './save-royalty-rate.ts';

export const registerRoyaltyRoutes = (router: Router, dependencies: RoyaltyDependencies): void =>
  register(router, dependencies, {
    listRoyaltyBooks,
    getBookRoyalties,
    saveRoyaltyRate,
    removeRoyaltyRate,
    recordRoyaltyReceipt,
    makeRoyaltyStatements,
    listRoyaltyStatements,
    getRoyaltyStatement,
    issueRoyaltyStatements,
    payRoyaltyStatements,
    replyToRoyaltyDispute,
    exportRoyaltyStatements,
    listMyRoyalties,
    getMyRoyaltyStatement,
    confirmRoyaltyStatement,
    disputeRoyaltyStatement,
    exportMyRoyaltyStatement,
  });
