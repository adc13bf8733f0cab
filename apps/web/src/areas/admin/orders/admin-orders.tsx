/** Admin list of all orders, for finance: search, totals, and export as a table. */
import { type AdminOrder, exportAllOrders, type Order, orderStatus, paymentChannel } from '@shufang/contract';
import { buttonClass, Cluster, type RecordColumn, RecordList, RecordTable, StateBadge, Text, TextField } from '@shufang/ui';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../../platform/api/client.ts';
import { saveWorkbook } from '../../../platform/api/save-workbook.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { adminOrdersText } from '../../../platform/messages/zh-cn/admin-orders.ts';
import { ordersText } from '../../../platform/messages/zh-cn/orders.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { ChoiceField } from '../../../platform/records/choice-field.tsx';
import { ExportButton } from '../../../platform/records/export-button.tsx';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { useUrlFilters } from '../../../platform/records/use-url-filters.ts';
import { adminOrdersQuery, type OrderFilters, readOrderFilters } from './admin-queries.ts';
import styles from './orders.module.css';

const text = adminOrdersText.orders;
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

const columns: readonly RecordColumn<AdminOrder>[] = [
  {
    name: text.books,
    kind: 'head',
    render: ({ order }) => (
      <>
        <Link to={`/admin/orders/${order.no}`} className={styles.link}>
          {order.items.map(({ title }) => title).join('、')}
        </Link>
        <Text block size={13} tone="faint" weight={400} tabular>
          {order.no}
        </Text>
      </>
    ),
  },
  {
    name: adminOrdersText.buyer,
    render: ({ buyer }) => (
      // The parts of this cell are wrapped in one element, because on narrow screens the cell is a grid, which would place each part
      // separately.
      <span>
        {buyer.nickname === '' ? adminOrdersText.gone : buyer.nickname}
        {buyer.tel === '' ? null : (
          <Text block size={13} tone="faint" weight={400} tabular>
            {buyer.tel}
          </Text>
        )}
      </span>
    ),
  },
  {
    name: adminOrdersText.amount,
    kind: 'figure',
    render: ({ order }) => (
      // The parts of this cell are wrapped in one element, because on narrow screens the cell is a grid, which would place each part
      // separately.
      <span>
        {ordersText.yuan(order.payFen)}
        {order.refundedFen > 0 ? (
          <Text block size={13} tone="faint" weight={400} tabular>
            {text.refunded(order.refundedFen)}
          </Text>
        ) : null}
      </span>
    ),
  },
  {
    name: adminOrdersText.channel,
    render: ({ order }) => (order.channel === undefined ? adminOrdersText.unpaid : ordersText.channels[order.channel]),
  },
  {
    name: recordsText.state,
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
  return <ExportButton label={text.export} busyLabel={text.exporting} isBusy={exporting.isPending} onExport={() => exporting.mutate()} />;
};

export const AdminOrders = () => {
  const { params, valueOf, change, clear } = useUrlFilters();
  const filters = readOrderFilters(params);
  const query = useInfiniteQuery(adminOrdersQuery(filters));
  const pages = useRecordPages(query, recordsText.failed(text.what));
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
              label={recordsText.state}
              choices={orderStatus.options}
              labels={ordersText.statuses}
              value={filters.status}
              change={change}
            />
            <ChoiceField
              name="channel"
              label={adminOrdersText.channel}
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
          <Cluster as="span" gap={[8, 24]} align="center" justify="between">
            <span>{text.total(total.orders, total.paidFen, total.refundedFen)}</span>
            <Export filters={filters} all={total.orders} />
          </Cluster>
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
