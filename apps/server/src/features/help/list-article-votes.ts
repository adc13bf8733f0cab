/** Lists the numbers of votes for the articles of the manuals, the least useful articles first. */
import type { UseCase } from '../../platform/http/register.ts';
import type { HelpDependencies } from './help-dependencies.ts';
import { listVotes } from './store.ts';

export const listArticleVotes: UseCase<'listArticleVotes', HelpDependencies> = async ({ db }) => ({ items: await listVotes(db.orm) });
