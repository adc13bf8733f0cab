import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

export const removeInstitutionMembers = operation({
  name: 'removeInstitutionMembers',
  method: 'POST',
  path: '/api/admin/institution/members/remove',
  summary: '移出机构名单',
  permission: 'manageLicenseMembers',
  scope: { institutionId: 'institution' },
  input: z.object({ institutionId: entityId, memberIds: z.array(entityId).min(1).max(500) }),
  output: z.object({ removed: z.number().int() }),
  errors: ['institution.notFound'],
});
