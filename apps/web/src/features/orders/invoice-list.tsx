/** The requested invoices, with a download once issued. */
import type { InvoiceRequest } from '@shufang/contract';
import { Cluster, Grid, Panel, Stack, Text } from '@shufang/ui';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import { InvoiceSheets } from './invoice-sheets.tsx';
import styles from './orders.module.css';

const dateFormat = chineseDates({ dateStyle: 'medium' });

export const InvoiceList = ({ invoices }: { invoices: readonly InvoiceRequest[] }) => (
  <Stack as="ul" gap={16}>
    {invoices.map((invoice) => (
      <Panel key={invoice.id} as="li" flush>
        <Cluster as="p" align="baseline" size={13} tone="faint" tabular className={styles.head}>
          <span>{dateFormat.format(invoice.createdAt)}</span>
          <span>{ordersText.invoiceCount(invoice.orderNos.length)}</span>
          <Text as="strong" tone="soft" weight={600} marginLeft="auto" className={styles.status} data-status={invoice.status}>
            {ordersText.invoiceStatuses[invoice.status]}
          </Text>
        </Cluster>
        <Grid gap={[8, 24]} align="start" className={styles.body}>
          <div>
            <p>{invoice.title}</p>
            <Text as="p" size={13} tone="faint">
              {[
                ordersText.titleTypes[invoice.titleType],
                invoice.taxNo,
                invoice.invoiceNo && ordersText.invoiceNo(invoice.invoiceNo),
                invoice.redInvoiceNo && ordersText.redInvoiceNo(invoice.redInvoiceNo),
                invoice.reply,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
          <Stack as="p" tabular className={styles.money}>
            <strong>{ordersText.yuan(invoice.amountFen)}</strong>
          </Stack>
        </Grid>
        <InvoiceSheets invoice={invoice} />
      </Panel>
    ))}
  </Stack>
);
