/** What the pages of buying ask the server, with the keys of the query cache. */
import {
  getBookOffer,
  getBundleOffer,
  getOrder,
  getRefundRule,
  LIMITS,
  listInvoices,
  listOrders,
  type OrderTab,
  type PaymentChannel,
  payOrder,
  pollOrder,
} from '@shufang/contract';
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callOrKept } from '../../platform/api/call-or-kept.ts';
import { call } from '../../platform/api/client.ts';
import { findSessionToken } from '../../platform/session/session.ts';

export const offerQuery = (bookId: string) =>
  queryOptions({
    // What is offered depends on who asks.
    queryKey: ['orders', 'offer', bookId, findSessionToken() !== undefined],
    queryFn: ({ signal }) => call(getBookOffer, { bookId }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

export const bundleOfferQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ['orders', 'bundle-offer', collectionId, findSessionToken() !== undefined],
    queryFn: ({ signal }) => call(getBundleOffer, { collectionId }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

const OPENING_POLL_MS = 5_000;

export const ordersQuery = (tab: OrderTab) =>
  infiniteQueryOptions({
    queryKey: ['orders', 'list', tab],
    queryFn: ({ pageParam, signal }) => callOrKept(listOrders, { tab, ...(pageParam === '' ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    // What was paid opens by itself within seconds; the list says so without being asked.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ status }) => status === 'paid')) ? OPENING_POLL_MS : false,
    throwOnError: true,
  });

export const orderQuery = (no: string) =>
  queryOptions({
    queryKey: ['orders', 'order', no],
    queryFn: ({ signal }) => callOrKept(getOrder, { no }, { signal }),
    staleTime: 0,
    meta: { claims: ['orders.notFound', 'request.invalid'] },
  });

/** Asked again and again while the order waits for its payment. */
export const pollQuery = (no: string, enabled: boolean) =>
  queryOptions({
    queryKey: ['orders', 'poll', no],
    queryFn: ({ signal }) => call(pollOrder, { no }, { signal }),
    enabled,
    staleTime: 0,
    refetchInterval: LIMITS.orderPollMs,
    meta: { claims: true },
  });

/** A begun payment is answered again, so asking twice does no harm. */
export const paymentQuery = (no: string, channel: PaymentChannel | undefined) =>
  queryOptions({
    queryKey: ['orders', 'payment', no, channel],
    queryFn: () => call(payOrder, { no, channel: channel ?? 'local' }),
    enabled: channel !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { claims: true },
  });

export const refundRuleQuery = (no: string) =>
  queryOptions({
    queryKey: ['orders', 'refund-rule', no],
    queryFn: ({ signal }) => call(getRefundRule, { no }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

export const invoicesQuery = () =>
  queryOptions({
    queryKey: ['orders', 'invoices'],
    queryFn: async ({ signal }) => (await callOrKept(listInvoices, {}, { signal })).items,
    staleTime: 0,
    meta: { claims: true },
  });

/** An order has changed: so may what is owned, on the shelf and at the book. */
export const refreshOrders = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey: [first, second] }) => isAboutOrders(first, second) });

const isAboutOrders = (first: unknown, second: unknown): boolean =>
  first === 'catalog' || first === 'bookshelf' || (first === 'orders' && second !== 'payment');
