/** Registers the operations of orders, payments, prices, refunds and invoices. */
import { register, registerFiles } from '../../platform/http/register.ts';
import { registerUploads } from '../../platform/http/register-uploads.ts';
import type { Router } from '../../platform/http/router.ts';
import { cancelOrder } from './cancel-order.ts';
import { createOrder } from './create-order.ts';
import { exportAllOrders } from './export-all-orders.ts';
import { exportOrders } from './export-orders.ts';
import { getAdminOrder } from './get-admin-order.ts';
import { getOrder } from './get-order.ts';
import { assignInvoice } from './invoices/assign-invoice.ts';
import { createInvoice } from './invoices/create-invoice.ts';
import { issueInvoice } from './invoices/issue-invoice.ts';
import { listInvoiceRequests } from './invoices/list-invoice-requests.ts';
import { listInvoices } from './invoices/list-invoices.ts';
import { listOrdersToInvoice } from './invoices/list-orders-to-invoice.ts';
import { readInvoice } from './invoices/read-invoice.ts';
import { rejectInvoice } from './invoices/reject-invoice.ts';
import { listAllOrders } from './list-all-orders.ts';
import { listOrders } from './list-orders.ts';
import type { OrderOperationDependencies } from './order-dependencies.ts';
import { payOrder } from './payments/pay-order.ts';
import { pollOrder } from './poll-order.ts';
import { getBookOffer } from './prices/get-book-offer.ts';
import { getBundleOffer } from './prices/get-bundle-offer.ts';
import { getBundlePrice } from './prices/get-bundle-price.ts';
import { setBookPrice } from './prices/set-book-price.ts';
import { setBundlePrice } from './prices/set-bundle-price.ts';
import { queryOrder } from './query-order.ts';
import { decideRefund } from './refunds/decide-refund.ts';
import { getRefundRule } from './refunds/get-refund-rule.ts';
import { listRefunds } from './refunds/list-refunds.ts';
import { refundOrder } from './refunds/refund-order.ts';
import { requestRefund } from './refunds/request-refund.ts';
import { setOrderRights } from './set-order-rights.ts';

export const registerOrderRoutes = (router: Router, dependencies: OrderOperationDependencies): void => {
  register(router, dependencies, {
    getBookOffer,
    getBundleOffer,
    createOrder,
    payOrder,
    pollOrder,
    listOrders,
    getOrder,
    cancelOrder,
    getRefundRule,
    requestRefund,
    exportOrders,
    createInvoice,
    listOrdersToInvoice,
    listInvoices,
    listAllOrders,
    getAdminOrder,
    queryOrder,
    exportAllOrders,
    listRefunds,
    decideRefund,
    refundOrder,
    setOrderRights,
    getBundlePrice,
    setBundlePrice,
    listInvoiceRequests,
    assignInvoice,
    rejectInvoice,
    setBookPrice,
  });
  registerFiles(router, dependencies, { readInvoice });
  registerUploads(router, dependencies, { issueInvoice });
};
