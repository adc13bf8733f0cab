/** Ties the calls of the help pages to their use cases. */
import {
  answerTicket,
  closeTicket,
  createTicket,
  getContact,
  getServiceStatus,
  LIMITS,
  listArticleVotes,
  listDeadCodes,
  listMyTickets,
  listTickets,
  replyToTicket,
  reportDeadCode,
  voteArticle,
} from '@shufang/contract';
import { operatorOf } from '../../platform/audit.ts';
import type { Router } from '../../platform/http/router.ts';
import { answerAsker, closeQuestion, listAllTickets } from './answer.ts';
import { askOperator, listOwnTickets, sayMore } from './ask.ts';
import type { HelpDependencies } from './help-dependencies.ts';
import { addDeadCode, addVote, listDeadCodeReports, listVotes } from './store.ts';
import { takeBudget } from './take-budget.ts';

const HOUR_MS = 3_600_000;
const VOTES = { points: LIMITS.helpVotesPerAddressPerHour, windowMs: HOUR_MS };
const REPORTS = { points: LIMITS.deadCodeReportsPerAddressPerHour, windowMs: HOUR_MS };

export const registerHelpRoutes = (router: Router, deps: HelpDependencies): void => {
  const { db, clock, limiter, networkOf } = deps;
  router.handleAnyone(getContact, async () => deps.contact);
  router.handleAnyone(getServiceStatus, async () => {
    const parts = await deps.parts();
    return { checkedAt: clock.now(), parts, history: await deps.outages() };
  });

  router.handleAnyone(createTicket, async (input, context) => ({
    payload: { ticket: await askOperator(deps, context, input) },
    say: '已提交，我们会尽快回复',
  }));
  router.handle(listMyTickets, async (_input, { reader }) => ({ items: await listOwnTickets(deps, reader.userId) }));
  router.handle(replyToTicket, async (input, { reader }) => ({
    payload: { ticket: await sayMore(deps, reader.userId, input) },
    say: '已补充',
  }));
  router.handle(listTickets, (input) => listAllTickets(deps, input));
  router.handle(answerTicket, async (input, context) => ({
    payload: { ticket: await answerAsker(deps, operatorOf(context), input) },
    say: '已回复',
  }));
  router.handle(closeTicket, async (input, context) => ({
    payload: { ticket: await closeQuestion(deps, operatorOf(context), input.ticketId) },
    say: '已关闭',
  }));

  router.handleAnyone(voteArticle, async ({ manual, article, useful }, { address }) => {
    await takeBudget(limiter, `vote:${networkOf(address)}`, VOTES);
    await addVote(db.orm, manual, article, useful);
    return {};
  });
  router.handle(listArticleVotes, async () => ({ items: await listVotes(db.orm) }));
  router.handleAnyone(reportDeadCode, async ({ code, note }, { address }) => {
    await takeBudget(limiter, `dead-code:${networkOf(address)}`, REPORTS);
    await addDeadCode(db.orm, { code, note, at: clock.now() });
    return { payload: {}, say: '已收到，谢谢。我们会查明这个二维码应当指向哪里' };
  });
  router.handle(listDeadCodes, async () => ({ items: await listDeadCodeReports(db.orm) }));
};
