/** Polls one import. Returns its state and actions. */
import { cancelImport, type ImportJob, retryImport } from '@shufang/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../platform/api/client.ts';
import { hasEnded, importQuery, importsQuery } from './queries.ts';

interface FollowedImport {
  readonly job: ImportJob;
  /** Whether the last request for the state of the import failed, so that the shown state may be outdated. */
  readonly isLost: boolean;
  readonly cancel: () => void;
  readonly repeat: () => void;
}

export const useImportJob = (initialJob: ImportJob): FollowedImport => {
  const queryClient = useQueryClient();
  const query = importQuery(initialJob);
  const { data: job, isError } = useQuery(query);
  const cache = (next: ImportJob): void => {
    queryClient.setQueryData(query.queryKey, next);
  };
  const canceling = useMutation({ mutationFn: () => call(cancelImport, { id: initialJob.id }), onSuccess: cache });
  const repeating = useMutation({ mutationFn: () => call(retryImport, { id: initialJob.id }), onSuccess: cache });
  const hasJustEnded = hasEnded(job) && !hasEnded(initialJob);
  const isReadable = job.bookId !== undefined;
  useEffect(() => {
    // The cached catalog does not contain the imported book yet, so it is invalidated.
    if (isReadable && initialJob.bookId === undefined) void queryClient.invalidateQueries({ queryKey: ['catalog'] });
  }, [isReadable, initialJob.bookId, queryClient]);
  useEffect(() => {
    if (!hasJustEnded) return;
    queryClient.setQueryData(importsQuery().queryKey, (jobs) => jobs?.map((other) => (other.id === job.id ? job : other)));
  }, [hasJustEnded, job, queryClient]);
  return {
    job,
    isLost: isError,
    cancel: () => {
      if (!canceling.isPending) canceling.mutate();
    },
    repeat: () => {
      if (!repeating.isPending) repeating.mutate();
    },
  };
};
