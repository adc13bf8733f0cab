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
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { endOfDay, startOfDay } from '../../platform/records/days.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';

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

export const deskOrdersQuery = (filters: OrderFilters) =>
  recordPagesQuery(['orders', 'desk', 'orders', filters], (from, signal) => call(listAllOrders, { ...filters, ...from }, { signal }));

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
  recordPagesQuery(['orders', 'desk', 'refunds', status], (from, signal) => call(listRefunds, { status, ...from }, { signal }));

export const deskInvoicesQuery = (status: InvoiceStatus) =>
  recordPagesQuery(['orders', 'desk', 'invoices', status], (from, signal) => call(listInvoiceRequests, { status, ...from }, { signal }));

/** Something was done about money: every page of it asks again, and so do the counts of waiting work. */
export const refreshDeskMoney = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([queryClient.invalidateQueries({ queryKey: ['orders', 'desk'] }), queryClient.invalidateQueries({ queryKey: ['desk'] })]);
