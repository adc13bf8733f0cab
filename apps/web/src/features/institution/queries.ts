/** What the desk's page of institutions asks the server. */
import { listInstitutionMembers, listInstitutions } from '@shufang/contract';
import { call } from '../../platform/api/client.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';

export const institutionsDeskQuery = (q: string) =>
  recordPagesQuery(['institution', 'desk', q], (from, signal) => call(listInstitutions, { q, ...from }, { signal }));

export const membersQuery = (institutionId: string, q: string) =>
  recordPagesQuery(['institution', 'members', institutionId, q], (from, signal) =>
    call(listInstitutionMembers, { institutionId, q, ...from }, { signal }),
  );
