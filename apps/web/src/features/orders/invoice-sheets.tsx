/** The PDFs of one's invoice, each to be fetched: its own, and that of the red one that takes it back. */
import type { InvoiceRequest } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
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
    <div className={styles.actions}>
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
    </div>
  );
};
