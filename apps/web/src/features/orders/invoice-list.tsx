/** The invoices one has asked for, each to be fetched once it is there. */
import type { InvoiceRequest } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { downloadFile } from '../../platform/api/download.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import styles from './orders.module.css';

const dateFormat = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'medium' });

export const InvoiceList = ({ invoices }: { invoices: readonly InvoiceRequest[] }) => {
  const fetching = useMutation({ mutationFn: downloadFile });
  return (
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
          {invoice.fileId === undefined ? null : (
            <div className={styles.actions}>
              <button
                type="button"
                className={buttonClass('quiet')}
                aria-label={ordersText.downloadOf(invoice.invoiceNo ?? '')}
                disabled={fetching.isPending}
                onClick={() => fetching.mutate(invoice.fileId ?? '')}
              >
                {ordersText.download}
              </button>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
};
