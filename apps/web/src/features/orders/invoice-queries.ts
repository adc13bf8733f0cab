/** What asking for an invoice asks the server; apart from the other questions about orders, which a book's page comes with. */
import { LIMITS, listOrdersToInvoice } from '@shufang/contract';
import { call } from '../../platform/api/client.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';

/** Every order that can stand on an invoice, page by page. */
export const ordersToInvoiceQuery = () =>
  recordPagesQuery(['orders', 'to-invoice'], (from, signal) =>
    call(listOrdersToInvoice, { limit: LIMITS.invoiceOrdersMax, ...from }, { signal }),
  );
