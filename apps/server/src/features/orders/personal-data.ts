/**
 * The orders slice's part of a user's personal data. Orders and payments are business records: they stay after the user is erased, under
 * an id that belongs to nobody.
 */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { anonymiseInvoices, listInvoicesOf } from './invoices/invoice-store.ts';
import { anonymiseRefunds, listRefundsOf } from './refunds/refund-store.ts';
import { readOrdersOf } from './store.ts';
import { viewInvoice, viewOrder, viewRefund } from './view.ts';

export const orderData: PersonalDataHolder = {
  slice: 'orders',
  async exportOf(db, userId) {
    const orders = await readOrdersOf(db, userId);
    // One after the other: the caller's transaction has one connection.
    const refunds: Awaited<ReturnType<typeof listRefundsOf>> = [];
    for (const { no } of orders) refunds.push(...(await listRefundsOf(db, no)));
    return [
      exportedJson(
        'orders.json',
        '您的订单',
        orders.map((order) => ({ ...viewOrder(order), channelTxn: order.channelTxn })),
      ),
      exportedJson('refunds.json', '您的退款', refunds.map(viewRefund)),
      exportedJson('invoices.json', '您申请的发票', (await listInvoicesOf(db, userId)).map(viewInvoice)),
    ];
  },
  async eraseOf(tx, userId) {
    await anonymiseRefunds(tx, userId);
    await anonymiseInvoices(tx, userId);
  },
};
