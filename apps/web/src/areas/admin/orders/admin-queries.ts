/** Queries of the admin pages about orders, with their cache keys. */
import {
  getAdminOrder,
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
import { call } from '../../../platform/api/client.ts';
import { endOfDay, startOfDay } from '../../../platform/records/days.ts';
import { recordPagesQuery } from '../../../platform/records/record-pages-query.ts';

export type OrderFilters = Omit<InputOf<typeof listAllOrders>, 'cursor' | 'limit'>;

/** Parses the filters in the URL: `q`, `status`, `channel`, `from`, `to` (days in the device's time zone). Invalid values are omitted. */
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

export const adminOrdersQuery = (filters: OrderFilters) =>
  recordPagesQuery(['orders', 'admin', 'orders', filters], (from, signal) => call(listAllOrders, { ...filters, ...from }, { signal }));

export const adminOrderQuery = (no: string) =>
  queryOptions({
    queryKey: ['orders', 'admin', 'order', no],
    queryFn: ({ signal }) => call(getAdminOrder, { no }, { signal }),
    staleTime: 0,
    // An approved refund is completed within seconds, so the page polls until then.
    refetchInterval: ({ state }) => (state.data?.refunds.some(({ status }) => status === 'approved') === true ? UNDER_WAY_POLL_MS : false),
    meta: { claims: true },
  });

export const adminRefundsQuery = (status: RefundStatus) =>
  recordPagesQuery(['orders', 'admin', 'refunds', status], (from, signal) => call(listRefunds, { status, ...from }, { signal }));

export const adminInvoicesQuery = (status: InvoiceStatus) =>
  recordPagesQuery(['orders', 'admin', 'invoices', status], (from, signal) => call(listInvoiceRequests, { status, ...from }, { signal }));

/** Invalidates all admin queries about payments, and the counts of pending work. Call it after a change. */
export const refreshAdminPayments = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([queryClient.invalidateQueries({ queryKey: ['orders', 'admin'] }), queryClient.invalidateQueries({ queryKey: ['admin'] })]);
