/** Downloads of an invoice: its PDF, and the PDF of the red invoice that cancels it. */
import type { InvoiceRequest } from '@shufang/contract';
import { buttonClass, Cluster } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { downloadFile } from '../../platform/api/download.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import styles from './orders.module.css';

export const InvoiceSheets = ({ invoice }: { invoice: InvoiceRequest }) => {
  const fetching = useMutation({ mutationFn: downloadFile });
  const { fileId, invoiceNo = '', redFileId, redInvoiceNo = '' } = invoice;
  const sheets = [
    { id: fileId, label: ordersText.download, name: ordersText.downloadOf(invoiceNo) },
    { id: redFileId, label: ordersText.downloadRed, name: ordersText.downloadRedOf(redInvoiceNo) },
  ].flatMap(({ id, ...sheet }) => (id === undefined ? [] : [{ id, ...sheet }]));
  if (sheets.length === 0) return null;
  return (
    <Cluster align="center" justify="end" className={styles.actions}>
      {sheets.map(({ id, label, name }) => (
        <button
          key={id}
          type="button"
          className={buttonClass('quiet')}
          aria-label={name}
          aria-disabled={fetching.isPending}
          onClick={() => {
            if (!fetching.isPending) fetching.mutate(id);
          }}
        >
          {label}
        </button>
      ))}
    </Cluster>
  );
};
