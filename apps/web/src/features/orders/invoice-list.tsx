/** The invoices one has asked for, each to be fetched once it is there. */
import type { InvoiceRequest } from '@shufang/contract';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import { InvoiceSheets } from './invoice-sheets.tsx';
import styles from './orders.module.css';

const dateFormat = chineseDates({ dateStyle: 'medium' });

export const InvoiceList = ({ invoices }: { invoices: readonly InvoiceRequest[] }) => (
  <ul className={styles.orders}>
    {invoices.map((invoice) => (
      <li key={invoice.id} className={styles.order}>
        <p className={styles.head}>
          <span>{dateFormat.format(invoice.createdAt)}</span>
          <span>{ordersText.invoiceCount(invoice.orderNos.length)}</span>
          <strong className={styles.status} data-status={invoice.status}>
            {ordersText.invoiceStatuses[invoice.status]}
          </strong>
        </p>
        <div className={styles.body}>
          <div>
            <p>{invoice.title}</p>
            <p className={styles.faint}>
              {[
                ordersText.titleTypes[invoice.titleType],
                invoice.taxNo,
                invoice.invoiceNo && ordersText.invoiceNo(invoice.invoiceNo),
                invoice.redInvoiceNo && ordersText.redInvoiceNo(invoice.redInvoiceNo),
                invoice.answer,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <p className={styles.money}>
            <strong>{ordersText.yuan(invoice.amountFen)}</strong>
          </p>
        </div>
        <InvoiceSheets invoice={invoice} />
      </li>
    ))}
  </ul>
);
