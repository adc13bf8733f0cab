/** All orders for those who look after the money: found, summed up, taken away as a table. */
import { type DeskOrder, exportAllOrders, type Order, orderStatus, paymentChannel } from '@shufang/contract';
import { buttonClass, type RecordColumn, RecordList, RecordTable, StateBadge, TextField } from '@shufang/ui';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { saveWorkbook } from '../../platform/api/save-workbook.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskOrdersText } from '../../platform/messages/zh-cn/desk-orders.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import { ChoiceField } from '../../platform/records/choice-field.tsx';
import { useAddressFilters } from '../../platform/records/use-address-filters.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import styles from './desk.module.css';
import { deskOrdersQuery, type OrderFilters, readOrderFilters } from './desk-queries.ts';

const text = deskOrdersText.orders;
const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });
const TOAST_MS = 6_000;

export const ORDER_TONES: Readonly<Record<Order['status'], 'plain' | 'good' | 'wait' | 'stop'>> = {
  created: 'wait',
  paid: 'wait',
  fulfilled: 'good',
  closed: 'plain',
  refunding: 'wait',
  partiallyRefunded: 'good',
  refunded: 'stop',
};

const columns: readonly RecordColumn<DeskOrder>[] = [
  {
    name: text.books,
    kind: 'head',
    render: ({ order }) => (
      <>
        <Link to={`/admin/orders/${order.no}`} className={styles.link}>
          {order.items.map(({ title }) => title).join('、')}
        </Link>
        <span className={styles.no}>{order.no}</span>
      </>
    ),
  },
  {
    name: deskOrdersText.buyer,
    render: ({ buyer }) => (
      // One child: on a card the cell is a grid.
      <span>
        {buyer.nickname === '' ? deskOrdersText.gone : buyer.nickname}
        {buyer.tel === '' ? null : <span className={styles.no}>{buyer.tel}</span>}
      </span>
    ),
  },
  {
    name: deskOrdersText.amount,
    kind: 'figure',
    render: ({ order }) => (
      // One child: on a card the cell is a grid.
      <span>
        {ordersText.yuan(order.payFen)}
        {order.refundedFen > 0 ? <span className={styles.no}>{text.refunded(order.refundedFen)}</span> : null}
      </span>
    ),
  },
  {
    name: deskOrdersText.channel,
    render: ({ order }) => (order.channel === undefined ? deskOrdersText.unpaid : ordersText.channels[order.channel]),
  },
  {
    name: deskText.state,
    render: ({ order }) => <StateBadge tone={ORDER_TONES[order.status]}>{ordersText.statuses[order.status]}</StateBadge>,
  },
  { name: text.made, kind: 'figure', render: ({ order }) => time.format(order.createdAt) },
];

const Export = ({ filters, all }: { filters: OrderFilters; all: number }) => {
  const exporting = useMutation({
    mutationFn: () => call(exportAllOrders, filters),
    onSuccess: ({ fileName, base64, orders }) => {
      saveWorkbook(fileName, base64);
      broadcast('toast', { kind: 'success', text: text.exported(orders, all), timeoutMs: TOAST_MS });
    },
  });
  return (
    <button
      type="button"
      className={buttonClass('quiet')}
      aria-disabled={exporting.isPending}
      onClick={() => {
        if (!exporting.isPending) exporting.mutate();
      }}
    >
      {exporting.isPending ? text.exporting : text.export}
    </button>
  );
};

export const DeskOrders = () => {
  const { params, valueOf, change, clear } = useAddressFilters();
  const filters = readOrderFilters(params);
  const query = useInfiniteQuery(deskOrdersQuery(filters));
  const pages = useRecordPages(query, deskText.failed(text.what));
  const total = query.data?.pages[0]?.total;
  return (
    <RecordList
      pages={pages}
      filters={{
        label: text.filters,
        fields: (
          <>
            <TextField
              label={text.search}
              type="search"
              placeholder={text.searchHint}
              maxLength={60}
              value={valueOf('q')}
              onChange={(value) => change('q', value)}
            />
            <ChoiceField
              name="status"
              label={deskText.state}
              choices={orderStatus.options}
              labels={ordersText.statuses}
              value={filters.status}
              change={change}
            />
            <ChoiceField
              name="channel"
              label={deskOrdersText.channel}
              choices={paymentChannel.options}
              labels={ordersText.channels}
              value={filters.channel}
              change={change}
            />
            <TextField label={text.from} type="date" value={valueOf('from')} onChange={(value) => change('from', value)} />
            <TextField label={text.to} type="date" value={valueOf('to')} onChange={(value) => change('to', value)} />
          </>
        ),
      }}
      summary={
        total === undefined ? undefined : (
          <span className={styles.summary}>
            <span>{text.total(total.orders, total.paidFen, total.refundedFen)}</span>
            <Export filters={filters} all={total.orders} />
          </span>
        )
      }
      empty={{
        title: text.none,
        children: (
          <>
            <p>{text.noneHint}</p>
            <button type="button" className={buttonClass('quiet')} onClick={clear}>
              {text.clear}
            </button>
          </>
        ),
      }}
    >
      {(orders) => <RecordTable caption={text.what} columns={columns} rows={orders} keyOf={({ order }) => order.no} />}
    </RecordList>
  );
};
