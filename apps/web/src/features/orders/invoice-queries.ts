/**
 * Queries of the invoice dialog. They are not in the file of the other order queries, so that the chunk of the book page does not contain
 * them.
 */
import { LIMITS, listOrdersToInvoice } from '@shufang/contract';
import { call } from '../../platform/api/client.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';

/** Loads all orders that can be put on an invoice, page by page. */
export const ordersToInvoiceQuery = () =>
  recordPagesQuery(['orders', 'to-invoice'], (from, signal) =>
    call(listOrdersToInvoice, { limit: LIMITS.invoiceOrdersMax, ...from }, { signal }),
  );
