/** `/user/myOrders`: the user's orders, payments, refunds and invoices. The tab and the expanded order are in the URL. */
import { type Order, orderTab } from '@shufang/contract';
import { buttonClass, Cluster, EmptyState, Page, PageHeader, Row, Section, Tabs } from '@shufang/ui';
import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ForSignedIn } from '../../../features/account/signed-out.tsx';
import { UserMenu } from '../../../features/account/user-menu.tsx';
import { InvoiceDialog } from '../../../features/orders/invoice-dialog.tsx';
import { InvoiceList } from '../../../features/orders/invoice-list.tsx';
import { OrderList } from '../../../features/orders/order-list.tsx';
import { CancelDialog } from '../../../features/orders/pay-panel.tsx';
import { invoicesQuery, ordersQuery } from '../../../features/orders/queries.ts';
import { RefundDialog } from '../../../features/orders/refund-dialog.tsx';
import { useExportOrders } from '../../../features/orders/use-export-orders.ts';
import { ordersText } from '../../../platform/messages/zh-cn/orders.ts';

const Orders = () => {
  const [params, setParams] = useSearchParams();
  const tab = orderTab.safeParse(params.get('tab')).data ?? 'all';
  const openNo = params.get('no') ?? undefined;
  const [refunding, setRefunding] = useState<Order>();
  const [canceling, setCanceling] = useState<Order>();
  const [invoicing, setInvoicing] = useState<{ order?: Order }>();
  const list = useSuspenseInfiniteQuery(ordersQuery(tab));
  const { data: invoices = [] } = useQuery(invoicesQuery());
  const { save, isSaving } = useExportOrders();
  const orders = list.data.pages.flatMap((page) => page.items);
  const toPay = list.data.pages[0]?.toPay ?? 0;
  const live = invoices.filter(({ status }) => status !== 'rejected' && status !== 'redPending' && status !== 'redIssued');
  const invoiced = new Set(live.flatMap(({ orderNos }) => orderNos));
  const show = (next: { tab?: string; no?: string | undefined }): void => {
    const shown = { tab, no: openNo, ...next };
    const activeFilters = Object.entries(shown).flatMap(([name, value]) => (value === undefined || value === 'all' ? [] : [[name, value]]));
    setParams(new URLSearchParams(activeFilters), { replace: true });
  };
  return (
    <>
      <Tabs
        label={ordersText.tabsLabel}
        tabs={orderTab.options.map((value) => ({
          value,
          label: ordersText.tabs[value],
          count: value === 'created' && toPay > 0 ? toPay : undefined,
        }))}
        value={tab}
        onChange={(next) => show({ tab: next, no: undefined })}
      >
        {tab === 'all' && orders.length === 0 ? null : (
          <Cluster gap={12} justify="end" marginBottom={16}>
            <button type="button" className={buttonClass('quiet')} onClick={() => setInvoicing({})}>
              {ordersText.invoiceAsk}
            </button>
            <button type="button" className={buttonClass('quiet')} disabled={isSaving} onClick={save}>
              {isSaving ? ordersText.exporting : ordersText.export}
            </button>
          </Cluster>
        )}
        {orders.length === 0 ? (
          <EmptyState title={tab === 'all' ? ordersText.empty : ordersText.emptyTab}>
            <p>{ordersText.emptyHint}</p>
            <Link to="/course/list" className={buttonClass('quiet')}>
              {ordersText.browse}
            </Link>
          </EmptyState>
        ) : (
          <>
            <OrderList
              orders={orders}
              openNo={openNo}
              invoiced={invoiced}
              actions={{
                onRefund: setRefunding,
                onCancel: setCanceling,
                onInvoice: (order) => setInvoicing({ order }),
                onToggle: ({ no }) => show({ no: no === openNo ? undefined : no }),
              }}
            />
            {list.hasNextPage ? (
              <Row as="p" justify="center" marginTop={24}>
                <button
                  type="button"
                  className={buttonClass('quiet')}
                  aria-disabled={list.isFetchingNextPage}
                  onClick={() => (list.isFetchingNextPage ? undefined : void list.fetchNextPage())}
                >
                  {list.isFetchingNextPage ? ordersText.loadingMore : ordersText.loadMore}
                </button>
              </Row>
            ) : null}
          </>
        )}
      </Tabs>
      {invoices.length === 0 ? null : (
        <Section title={ordersText.invoices}>
          <InvoiceList invoices={invoices} />
        </Section>
      )}
      {refunding === undefined ? null : <RefundDialog order={refunding} onClose={() => setRefunding(undefined)} />}
      {canceling === undefined ? null : <CancelDialog no={canceling.no} onClose={() => setCanceling(undefined)} />}
      {invoicing === undefined ? null : <InvoiceDialog order={invoicing.order} onClose={() => setInvoicing(undefined)} />}
    </>
  );
};

export const Component = () => (
  <Page width="text">
    <PageHeader title={ordersText.title} lead={ordersText.lead} />
    <ForSignedIn signedOutText={ordersText.signedOut}>
      <UserMenu />
      <Orders />
    </ForSignedIn>
  </Page>
);
