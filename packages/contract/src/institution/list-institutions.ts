import { z } from 'zod';

import { operation } from '../wire/operation.ts';
import { adminInstitution } from './admin-institution.ts';

export const listInstitutions = operation({
  name: 'listInstitutions',
  method: 'GET',
  path: '/api/admin/institution/list',
  summary: '机构',
  permission: 'viewLicense',
  scope: 'filtered',
  input: z.object({ q: z.string().trim().max(60, '最多 60 个字').default(''), cursor: z.string().max(300).optional() }),
  output: z.object({
    items: z.array(adminInstitution),
    next: z.string().optional(),
    /** Values of this service that an institution enters in the settings of its identity provider. */
    platform: z.object({
      entityId: z.string().optional(),
      metadataUrl: z.string().optional(),
      redirectUri: z.string(),
      local: z.boolean(),
    }),
  }),
});
