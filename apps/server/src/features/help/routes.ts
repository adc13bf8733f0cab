/** Registers the help operations. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { answerTicket } from './answer-ticket.ts';
import { closeTicket } from './close-ticket.ts';
import { createTicket } from './create-ticket.ts';
import { getContact } from './get-contact.ts';
import { getServiceStatus } from './get-service-status.ts';
import type { HelpDependencies } from './help-dependencies.ts';
import { listArticleVotes } from './list-article-votes.ts';
import { listDeadCodes } from './list-dead-codes.ts';
import { listMyTickets } from './list-my-tickets.ts';
import { listTickets } from './list-tickets.ts';
import { replyToTicket } from './reply-to-ticket.ts';
import { reportDeadCode } from './report-dead-code.ts';
import { voteArticle } from './vote-article.ts';

export const registerHelpRoutes = (router: Router, dependencies: HelpDependencies): void =>
  register(router, dependencies, {
    getContact,
    getServiceStatus,
    createTicket,
    listMyTickets,
    replyToTicket,
    listTickets,
    answerTicket,
    closeTicket,
    voteArticle,
    listArticleVotes,
    reportDeadCode,
    listDeadCodes,
  });
