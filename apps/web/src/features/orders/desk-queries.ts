/** What the desk's pages about money ask the server, with the keys of the query cache. */
import {
  getDeskOrder,
  type InputOf,
  type InvoiceStatus,
  listAllOrders,
  listInvoiceRequests,
  listRefunds,
  orderStatus,
  paymentChannel,
  type RefundStatus,
} from '@shufang/contract';
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { endOfDay, startOfDay } from '../../platform/records/days.ts';

export type OrderFilters = Omit<InputOf<typeof listAllOrders>, 'cursor' | 'limit'>;

/** As they stand in the address: `q`, `status`, `channel`, `from`, `to` (days, in the time of who looks). What is none of ours is left out. */
export const readOrderFilters = (params: URLSearchParams): OrderFilters => {
  const parts = {
    q: (params.get('q') ?? '').trim().slice(0, 60),
    status: orderStatus.safeParse(params.get('status')).data,
    channel: paymentChannel.safeParse(params.get('channel')).data,
    from: startOfDay(params.get('from')),
    to: endOfDay(params.get('to')),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined && value !== ''));
};

const UNDER_WAY_POLL_MS = 3_000;

const from = (cursor: string): { cursor?: string } => (cursor === '' ? {} : { cursor });

export const deskOrdersQuery = (filters: OrderFilters) =>
  infiniteQueryOptions({
    queryKey: ['orders', 'desk', 'orders', filters],
    queryFn: ({ pageParam, signal }) => call(listAllOrders, { ...filters, ...from(pageParam) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { claims: true },
  });

export const deskOrderQuery = (no: string) =>
  queryOptions({
    queryKey: ['orders', 'desk', 'order', no],
    queryFn: ({ signal }) => call(getDeskOrder, { no }, { signal }),
    staleTime: 0,
    // Money on its way back arrives within seconds; the page says so by itself.
    refetchInterval: ({ state }) => (state.data?.refunds.some(({ status }) => status === 'approved') === true ? UNDER_WAY_POLL_MS : false),
    meta: { claims: true },
  });

export const deskRefundsQuery = (status: RefundStatus) =>
  infiniteQueryOptions({
    queryKey: ['orders', 'desk', 'refunds', status],
    queryFn: ({ pageParam, signal }) => call(listRefunds, { status, ...from(pageParam) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { claims: true },
  });

export const deskInvoicesQuery = (status: InvoiceStatus) =>
  infiniteQueryOptions({
    queryKey: ['orders', 'desk', 'invoices', status],
    queryFn: ({ pageParam, signal }) => call(listInvoiceRequests, { status, ...from(pageParam) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { claims: true },
  });

/** Something was done about money: every page of it asks again, and so do the counts of waiting work. */
export const refreshDeskMoney = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([queryClient.invalidateQueries({ queryKey: ['orders', 'desk'] }), queryClient.invalidateQueries({ queryKey: ['desk'] })]);
