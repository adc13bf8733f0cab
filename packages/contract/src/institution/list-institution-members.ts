import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { memberKind } from './admin-institution.ts';

/** An entry of an institution's member list. `phone` is masked. */
export const institutionMember = z.object({
  id: z.string(),
  phone: z.string(),
  studentNo: z.string(),
  name: z.string(),
  kind: memberKind,
  validUntil: z.number().int().optional(),
  /** Whether the entry is linked to an account by student number or phone number. */
  claimed: z.boolean(),
});

export type InstitutionMember = z.output<typeof institutionMember>;

export const listInstitutionMembers = operation({
  name: 'listInstitutionMembers',
  method: 'GET',
  path: '/api/admin/institution/members',
  summary: '机构名单',
  permission: 'manageLicenseMembers',
  scope: { institutionId: 'institution' },
  input: z.object({
    institutionId: entityId,
    q: z.string().trim().max(60, '最多 60 个字').default(''),
    cursor: z.string().max(64).optional(),
  }),
  output: z.object({ items: z.array(institutionMember), next: z.string().optional(), total: z.number().int() }),
  errors: ['institution.notFound'],
});
