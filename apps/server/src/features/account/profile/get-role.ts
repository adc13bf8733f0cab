/** Returns the highest role of the caller. */
import type { UseCase } from '../../../platform/http/register.ts';
import { highestRole } from '../../authorization/grants.ts';

export const getRole: UseCase<'getRole', object> = async (_dependencies, { reader }) => ({ role: highestRole(reader.roles) });
