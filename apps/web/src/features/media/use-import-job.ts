/** One import as it goes on, and what can be done about it. */
import { cancelImport, type ImportJob, retryImport } from '@shufang/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../platform/api/client.ts';
import { hasEnded, importQuery, importsQuery } from './queries.ts';

interface FollowedImport {
  readonly job: ImportJob;
  /** True while the server cannot be reached for news. */
  readonly isLost: boolean;
  readonly cancel: () => void;
  readonly repeat: () => void;
}

export const useImportJob = (known: ImportJob): FollowedImport => {
  const queryClient = useQueryClient();
  const query = importQuery(known);
  const { data: job, isError } = useQuery(query);
  const keep = (next: ImportJob): void => {
    queryClient.setQueryData(query.queryKey, next);
  };
  const cancelling = useMutation({ mutationFn: () => call(cancelImport, { id: known.id }), onSuccess: keep });
  const repeating = useMutation({ mutationFn: () => call(retryImport, { id: known.id }), onSuccess: keep });
  const hasJustEnded = hasEnded(job) && !hasEnded(known);
  useEffect(() => {
    if (!hasJustEnded) return;
    queryClient.setQueryData(importsQuery().queryKey, (jobs) => jobs?.map((other) => (other.id === job.id ? job : other)));
    // What the catalogue shows was loaded before this book was there.
    if (job.stage === 'done') void queryClient.invalidateQueries({ queryKey: ['catalog'] });
  }, [hasJustEnded, job, queryClient]);
  return {
    job,
    isLost: isError,
    cancel: () => {
      if (!cancelling.isPending) cancelling.mutate();
    },
    repeat: () => {
      if (!repeating.isPending) repeating.mutate();
    },
  };
};
