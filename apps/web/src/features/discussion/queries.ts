/** Server queries of the class layer, with their query keys. The last response is stored, so that it is shown without a network. */
import { listThreads, listTopicPosts } from '@shufang/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callWithCache } from '../../platform/api/call-with-cache.ts';
import { call } from '../../platform/api/client.ts';

/** The threads of all classes of the user for a book, or those of one class. */
export const threadsQuery = (userId: string | undefined, of: { readonly bookId: string } | { readonly classId: string }) =>
  queryOptions({
    queryKey: ['threads', userId, of],
    queryFn: ({ signal }) => callWithCache(listThreads, of, { signal }),
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

/** The posts of a topic. */
export const topicQuery = (userId: string | undefined, topicId: string) =>
  queryOptions({
    queryKey: ['topic', userId, topicId],
    queryFn: ({ signal }) => call(listTopicPosts, { topicId }, { signal }),
    staleTime: 0,
    retry: false,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

/** Invalidates the posts of topics, and the assignments that count them. */
export const refreshTopic = async (queryClient: QueryClient): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: ['topic'] });
  await queryClient.invalidateQueries({ queryKey: ['assignment'] });
};

export const refreshThreads = (queryClient: QueryClient): Promise<void> => queryClient.invalidateQueries({ queryKey: ['threads'] });
