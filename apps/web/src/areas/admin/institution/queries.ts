/** Queries of the pages about institutions. */
import { getCounterReport, getLicenseUse, listInstitutionMembers, listInstitutions } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/client.ts';
import { recordPagesQuery } from '../../../platform/records/record-pages-query.ts';

export const adminInstitutionsQuery = (q: string) =>
  recordPagesQuery(['institution', 'admin', q], (from, signal) => call(listInstitutions, { q, ...from }, { signal }));

export const membersQuery = (institutionId: string, q: string) =>
  recordPagesQuery(['institution', 'members', institutionId, q], (from, signal) =>
    call(listInstitutionMembers, { institutionId, q, ...from }, { signal }),
  );

export const licenseUseQuery = (institutionId: string) =>
  queryOptions({
    queryKey: ['license', 'use', institutionId],
    queryFn: ({ signal }) => call(getLicenseUse, { institutionId }, { signal }),
    retry: false,
  });

export const counterReportQuery = (institutionId: string, from: string | undefined) =>
  queryOptions({
    queryKey: ['license', 'counter', institutionId, from ?? ''],
    queryFn: ({ signal }) => call(getCounterReport, { institutionId, ...(from === undefined ? {} : { from }) }, { signal }),
    retry: false,
  });
