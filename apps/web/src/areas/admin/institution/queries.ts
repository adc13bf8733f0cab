/** Queries of the admin page of institutions. */
import { listInstitutionMembers, listInstitutions } from '@shufang/contract';
import { call } from '../../../platform/api/client.ts';
import { recordPagesQuery } from '../../../platform/records/record-pages-query.ts';

export const adminInstitutionsQuery = (q: string) =>
  recordPagesQuery(['institution', 'admin', q], (from, signal) => call(listInstitutions, { q, ...from }, { signal }));

export const membersQuery = (institutionId: string, q: string) =>
  recordPagesQuery(['institution', 'members', institutionId, q], (from, signal) =>
    call(listInstitutionMembers, { institutionId, q, ...from }, { signal }),
  );
