/** Queries of the admin area about app versions. */
import { type AppVersionRecord, getAppVersionNotes, listVersionRecords } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/client.ts';

export const versionsQuery = () =>
  queryOptions({
    queryKey: ['release', 'admin'],
    queryFn: ({ signal }) => call(listVersionRecords, {}, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

export type NamedVersion = Pick<AppVersionRecord, 'versionCode' | 'platform' | 'arch' | 'channel'>;

export const versionNotesQuery = ({ versionCode, platform, arch, channel }: NamedVersion) =>
  queryOptions({
    queryKey: ['release', 'notes', versionCode, platform, arch, channel],
    queryFn: ({ signal }) => call(getAppVersionNotes, { versionCode, platform, arch, channel }, { signal }),
    meta: { claims: true },
  });

export const nameOfRecord = ({ versionCode, platform, arch, channel }: NamedVersion): string =>
  [versionCode, platform, arch, ...(channel === 'stable' ? [] : [channel])].join(' ');
