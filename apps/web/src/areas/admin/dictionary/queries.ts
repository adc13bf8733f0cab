/** Query of the dictionaries in the admin area, repeated while one is being imported. */
import { type DictionaryImport, listDictionaries } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/client.ts';

const EVERY_MS = 1_500;

export const isRunning = ({ state }: DictionaryImport): boolean => state === 'queued' || state === 'running';

export const dictionariesQuery = () =>
  queryOptions({
    queryKey: ['dictionary', 'admin'],
    queryFn: ({ signal }) => call(listDictionaries, {}, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.imports.some(isRunning) ? EVERY_MS : false),
  });
