/** Lists the reported dead codes (printed codes without a target), the newest report first. */
import type { UseCase } from '../../platform/http/register.ts';
import type { HelpDependencies } from './help-dependencies.ts';
import { listDeadCodeReports } from './store.ts';

export const listDeadCodes: UseCase<'listDeadCodes', HelpDependencies> = async ({ db }) => ({ items: await listDeadCodeReports(db.orm) });
