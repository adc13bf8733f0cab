/** Server queries of the import page, with their query keys. */
import { getImport, type ImportJob, listImports } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/client.ts';

export const HISTORY_LENGTH = 50;
/** Polling interval of a running import. */
const POLL_MS = 500;
const POLL_AFTER_FAILURE_MS = 3_000;

const finalStages: ReadonlySet<ImportJob['stage']> = new Set(['done', 'refused', 'failed', 'canceled']);
export const hasEnded = (job: ImportJob): boolean => finalStages.has(job.stage);

export const importsQuery = () =>
  queryOptions({
    queryKey: ['media', 'imports'],
    queryFn: async ({ signal }) => (await call(listImports, { limit: HISTORY_LENGTH }, { signal })).items,
    staleTime: 0,
    meta: { claims: true },
  });

/** Polls an import until it has ended; `known`: the job as returned with the list, used as initial data. */
export const importQuery = (known: ImportJob) =>
  queryOptions({
    queryKey: ['media', 'import', known.id],
    queryFn: ({ signal }) => call(getImport, { id: known.id }, { signal }),
    initialData: known,
    enabled: ({ state }) => state.data === undefined || !hasEnded(state.data),
    refetchInterval: ({ state }) => {
      if (state.data !== undefined && hasEnded(state.data)) return false;
      return state.error === null ? POLL_MS : POLL_AFTER_FAILURE_MS;
    },
    meta: { claims: true },
  });
