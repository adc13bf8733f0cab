/** Queries of the order and payment pages, with their keys in the query cache. */
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
import { callWithCache } from '../../platform/api/call-with-cache.ts';
import { call } from '../../platform/api/client.ts';
import { cursorInput, cursorPages } from '../../platform/api/cursor-pages.ts';
import { findSessionToken } from '../../platform/session/session.ts';

export const offerQuery = (bookId: string) =>
  queryOptions({
    // The offer depends on whether a user is signed in, so the query's key contains that.
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
    queryFn: ({ pageParam, signal }) => callWithCache(listOrders, { tab, ...cursorInput(pageParam) }, { signal }),
    ...cursorPages,
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Polls while the list has a paid order: its books become readable within seconds, and polling shows that without a reload.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ status }) => status === 'paid')) ? OPENING_POLL_MS : false,
    throwOnError: true,
  });

export const orderQuery = (no: string) =>
  queryOptions({
    queryKey: ['orders', 'order', no],
    queryFn: ({ signal }) => callWithCache(getOrder, { no }, { signal }),
    staleTime: 0,
    meta: { claims: ['orders.notFound', 'request.invalid'] },
  });

/** Query that polls the state of an order while it is unpaid. */
export const pollQuery = (no: string, enabled: boolean) =>
  queryOptions({
    queryKey: ['orders', 'poll', no],
    queryFn: ({ signal }) => call(pollOrder, { no }, { signal }),
    enabled,
    staleTime: 0,
    refetchInterval: LIMITS.orderPollMs,
    meta: { claims: true },
  });

/** Query that starts the payment. If a payment has already begun, the server returns that payment again. */
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
    queryFn: async ({ signal }) => (await callWithCache(listInvoices, {}, { signal })).items,
    staleTime: 0,
    meta: { claims: true },
  });

/** Invalidates everything that an order can change: orders, entitlements, shelf, book pages. */
export const refreshOrders = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey: [first, second] }) => isAboutOrders(first, second) });

const isAboutOrders = (first: unknown, second: unknown): boolean =>
  first === 'catalog' || first === 'bookshelf' || (first === 'orders' && second !== 'payment');
