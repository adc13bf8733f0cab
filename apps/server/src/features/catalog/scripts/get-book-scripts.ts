/** Returns the scripts of the current version of a book for editors. Throws `catalog.bookNotFound`. */
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf } from '../../audit/audit-events.ts';
import { readBookScripts, type ScriptDependencies } from './book-scripts.ts';

export const getBookScripts: UseCase<'getBookScripts', ScriptDependencies> = (deps, caller, { bookId }) =>
  readBookScripts(deps, operatorOf(caller).userId, bookId);
