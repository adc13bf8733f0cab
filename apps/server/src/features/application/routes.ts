/** Applications on the wire. The bytes of a proof are no envelope, so that call is made by hand. */
import {
  CodedError,
  authenticateWithCode as codeOperation,
  decideApplication as decideOperation,
  getAuthentication,
  getAuthorApplication,
  listApplications as listOperation,
  authenticateWithMail as mailOperation,
  type OutputOf,
  readProof,
  revokeApplication as revokeOperation,
  sendTeacherMailCode as sendMailOperation,
  submitAuthentication,
  submitAuthorApplication,
} from '@shufang/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { operatorOf } from '../../platform/audit.ts';
import type { Router } from '../../platform/http/router.ts';
import type { ApplicationDependencies } from './application-dependencies.ts';
import { authenticateWithCode, authenticateWithMail, sendTeacherMailCode } from './authenticate-at-once.ts';
import { openProof } from './open-proof.ts';
import { decideApplication, listApplications, revokeApplication } from './review.ts';
import { getStanding, submitApplication } from './submit.ts';

export interface ApplicationRouteDependencies extends ApplicationDependencies {
  /** Answers the bytes of a person's file as an attachment. */
  readonly sendOwnFile: (request: FastifyRequest, reply: FastifyReply, ownerId: string, fileId: string) => Promise<unknown>;
}

export const registerApplicationRoutes = (router: Router, deps: ApplicationRouteDependencies): void => {
  router.handle(
    getAuthentication,
    async (_input, { reader }) => (await getStanding(deps, reader.userId, 'teacher')) as OutputOf<typeof getAuthentication>,
  );
  router.handle(submitAuthentication, async (input, { reader }) => {
    const payload = (await submitApplication(deps, reader.userId, 'teacher', input)) as OutputOf<typeof getAuthentication>;
    return { payload, say: payload.state === 'approved' ? '教师认证已通过' : '已提交，我们会尽快审核' };
  });
  router.handle(codeOperation, async ({ code }, { reader, address }) => {
    await authenticateWithCode(deps, { userId: reader.userId, address }, code);
    return { payload: (await getStanding(deps, reader.userId, 'teacher')) as OutputOf<typeof getAuthentication>, say: '教师认证已通过' };
  });
  router.handle(sendMailOperation, async ({ address: mailbox }, { reader, address }) => ({
    payload: await sendTeacherMailCode(deps, { userId: reader.userId, address }, mailbox),
    say: '验证码已发送，请查收邮件',
  }));
  router.handle(mailOperation, async ({ address: mailbox, code }, { reader, address }) => {
    await authenticateWithMail(deps, { userId: reader.userId, address }, { mailbox, code });
    return { payload: (await getStanding(deps, reader.userId, 'teacher')) as OutputOf<typeof getAuthentication>, say: '教师认证已通过' };
  });
  router.handle(
    getAuthorApplication,
    async (_input, { reader }) => (await getStanding(deps, reader.userId, 'author')) as OutputOf<typeof getAuthorApplication>,
  );
  router.handle(submitAuthorApplication, async (input, { reader }) => ({
    payload: (await submitApplication(deps, reader.userId, 'author', input)) as OutputOf<typeof getAuthorApplication>,
    say: '已提交，我们会尽快审核',
  }));
  router.handle(listOperation, (input) => listApplications(deps, input));
  router.handle(decideOperation, async (input, context) => ({
    payload: await decideApplication(deps, operatorOf(context), input),
    say: input.decision === 'approve' ? '已通过' : '已驳回',
  }));
  router.handle(revokeOperation, async (input, context) => ({
    payload: await revokeApplication(deps, operatorOf(context), input),
    say: '已撤销',
  }));
  router.handleFile(readProof, async (input, context, { request, reply }) => {
    const ownerId = await openProof(deps, operatorOf(context), input);
    if (ownerId === undefined) throw new CodedError('file.notFound');
    return deps.sendOwnFile(request, reply, ownerId, input.fileId);
  });
};
