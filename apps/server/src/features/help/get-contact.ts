/** Returns the operator's contact details; details that are not set are left out. */
import type { UseCase } from '../../platform/http/register.ts';
import type { HelpDependencies } from './help-dependencies.ts';

export const getContact: UseCase<'getContact', HelpDependencies> = ({ contact }) => contact();
