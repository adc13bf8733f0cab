/** Registers the operations of teacher verification and author applications. */
import { register, registerFiles } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { authenticateWithCode } from './authenticate-with-code.ts';
import { authenticateWithMail } from './authenticate-with-mail.ts';
import { decideApplication } from './decide-application.ts';
import { getAuthentication } from './get-authentication.ts';
import { getAuthorApplication } from './get-author-application.ts';
import { listApplications } from './list-applications.ts';
import { readProof } from './read-proof.ts';
import { revokeApplication } from './revoke-application.ts';
import { sendTeacherMailCode } from './send-teacher-mail-code.ts';
import { submitAuthentication } from './submit-authentication.ts';
import { submitAuthorApplication } from './submit-author-application.ts';
import type { VerificationDependencies } from './verification-dependencies.ts';

export const registerVerificationRoutes = (router: Router, dependencies: VerificationDependencies): void => {
  register(router, dependencies, {
    getAuthentication,
    submitAuthentication,
    authenticateWithCode,
    sendTeacherMailCode,
    authenticateWithMail,
    getAuthorApplication,
    submitAuthorApplication,
    listApplications,
    decideApplication,
    revokeApplication,
  });
  registerFiles(router, dependencies, { readProof });
};
