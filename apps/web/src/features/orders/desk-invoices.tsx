/** Invoices that are asked for: answered with the PDF, or returned with a reason. */
import { type DeskInvoice, type InvoiceStatus, invoiceStatus, issueInvoice, LIMITS, readInvoice, rejectInvoice } from '@shufang/contract';
import { buttonClass, Facts, ModalDialog, ReasonDialog, RecordCard, RecordList, StateBadge, TextField } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { fetchFile } from '../../platform/api/fetch-file.ts';
import { saveFile } from '../../platform/api/save-file.ts';
import { upload } from '../../platform/api/upload.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskOrdersText } from '../../platform/messages/zh-cn/desk-orders.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import { StateField } from '../../platform/records/state-field.tsx';
import { useAddressFilters } from '../../platform/records/use-address-filters.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import styles from './desk.module.css';
import { deskInvoicesQuery, refreshDeskMoney } from './desk-queries.ts';

const text = deskOrdersText.invoices;
const time = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'medium', timeStyle: 'short' });
const ANSWER_CHARS = 200;

const TONES: Readonly<Record<InvoiceStatus, 'plain' | 'good' | 'wait' | 'stop'>> = {
  submitted: 'wait',
  issuing: 'wait',
  issued: 'good',
  rejected: 'plain',
  redIssued: 'stop',
};

type Invoice = DeskInvoice['invoice'];
const titleOf = ({ title }: Invoice): string => (title === '' ? deskOrdersText.gone : title);

const IssueDialog = ({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [no, setNo] = useState('');
  const [file, setFile] = useState<File>();
  const [isTried, setTried] = useState(false);
  const issuing = useMutation({
    mutationFn: (pdf: File) => upload(issueInvoice, { id: invoice.id, invoiceNo: no.trim() }, pdf),
    onSuccess: onClose,
    onSettled: () => refreshDeskMoney(queryClient),
  });
  const noFault = /^[0-9A-Za-z-]{6,40}$/.test(no.trim()) ? undefined : text.noWrong;
  const fileFault = file === undefined ? text.fileMissing : file.size > LIMITS.invoicePdfBytes ? text.fileTooLarge : undefined;
  const handleChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const [chosen] = event.target.files ?? [];
    if (chosen !== undefined) setFile(chosen);
    // The same file chosen once more is a change again.
    event.target.value = '';
  };
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    if (noFault === undefined && fileFault === undefined && file !== undefined && !issuing.isPending) issuing.mutate(file);
  };
  return (
    <ModalDialog title={text.issueOf(titleOf(invoice))} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <p>{text.issueLead(invoice.amountFen, titleOf(invoice))}</p>
        <TextField label={text.no} hint={text.noHint} fault={isTried ? noFault : undefined} maxLength={40} value={no} onChange={setNo} />
        <div className={styles.file}>
          <span className={styles.fileLabel}>{text.file}</span>
          <input
            ref={input}
            type="file"
            className="visually-hidden"
            tabIndex={-1}
            aria-label={text.file}
            accept="application/pdf,.pdf"
            onChange={handleChange}
          />
          {file === undefined ? null : <span className={styles.fileName}>{file.name}</span>}
          <button type="button" className={buttonClass('quiet')} onClick={() => input.current?.click()}>
            {file === undefined ? text.choose : text.chooseAnother}
          </button>
          {isTried && fileFault !== undefined ? (
            <p role="alert" className={styles.fault}>
              {fileFault}
            </p>
          ) : (
            <p className={styles.small}>{text.fileHint}</p>
          )}
        </div>
        <div className={styles.dialogActions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {deskText.cancel}
          </button>
          <button type="submit" className={buttonClass()} aria-disabled={issuing.isPending}>
            {issuing.isPending ? text.uploading : text.issue}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
};

const Verbs = ({ invoice }: { invoice: Invoice }) => {
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<'issue' | 'reject'>();
  const rejecting = useMutation({
    mutationFn: (answer: string) => call(rejectInvoice, { id: invoice.id, answer }),
    onSuccess: () => setDialog(undefined),
    onSettled: () => refreshDeskMoney(queryClient),
  });
  const fetching = useMutation({
    mutationFn: async () => saveFile(text.fileNameOf(invoice.invoiceNo ?? ''), await fetchFile(readInvoice, { id: invoice.id })),
  });
  const isOpen = invoice.status === 'submitted' || invoice.status === 'issuing';
  if (!isOpen && invoice.fileId === undefined) return null;
  return (
    <div className={styles.actions}>
      {isOpen ? (
        <>
          <button type="button" className={buttonClass()} aria-label={text.issueOf(titleOf(invoice))} onClick={() => setDialog('issue')}>
            {text.issue}
          </button>
          <button
            type="button"
            className={buttonClass('quiet')}
            aria-label={text.rejectOf(titleOf(invoice))}
            onClick={() => setDialog('reject')}
          >
            {text.reject}
          </button>
        </>
      ) : (
        <button
          type="button"
          className={buttonClass('quiet')}
          aria-label={text.downloadOf(invoice.invoiceNo ?? '')}
          aria-disabled={fetching.isPending}
          onClick={() => {
            if (!fetching.isPending) fetching.mutate();
          }}
        >
          {text.download}
        </button>
      )}
      {dialog === 'issue' ? <IssueDialog invoice={invoice} onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'reject' ? (
        <ReasonDialog
          title={text.rejectOf(titleOf(invoice))}
          label={text.rejectLabel}
          hint={text.rejectHint}
          needText={deskText.reasonNeeded}
          maxLength={ANSWER_CHARS}
          confirmLabel={text.reject}
          cancelLabel={deskText.cancel}
          isBusy={rejecting.isPending}
          onConfirm={(answer) => rejecting.mutate(answer)}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </div>
  );
};

const Request = ({ record: { invoice, buyer } }: { record: DeskInvoice }) => (
  <li>
    <RecordCard
      title={titleOf(invoice)}
      mark={<StateBadge tone={TONES[invoice.status]}>{ordersText.invoiceStatuses[invoice.status]}</StateBadge>}
    >
      <Facts
        items={[
          [deskOrdersText.amount, ordersText.yuan(invoice.amountFen)],
          [text.type, ordersText.titleTypes[invoice.titleType]],
          ...(invoice.taxNo === undefined ? [] : [[text.taxNo, invoice.taxNo] as const]),
          [deskOrdersText.buyer, buyer.nickname === '' ? deskOrdersText.gone : `${buyer.nickname} ${buyer.tel}`],
          ...(invoice.email === undefined ? [] : [[text.email, invoice.email] as const]),
          [
            text.orders,
            <span key="orders" className={styles.nos}>
              {invoice.orderNos.map((no) => (
                <Link key={no} to={`/admin/orders/${no}`} className={styles.inline} aria-label={deskOrdersText.orderOf(no)}>
                  {no}
                </Link>
              ))}
            </span>,
          ],
          [text.askedAt, time.format(invoice.createdAt)],
          ...(invoice.invoiceNo === undefined ? [] : [[text.no, invoice.invoiceNo] as const]),
          ...(invoice.answer === '' ? [] : [[text.rejectedWhy, invoice.answer] as const]),
        ]}
      />
      <Verbs invoice={invoice} />
    </RecordCard>
  </li>
);

export const DeskInvoices = () => {
  const { valueOf, change } = useAddressFilters();
  const status = invoiceStatus.safeParse(valueOf('status')).data ?? 'submitted';
  const query = useInfiniteQuery(deskInvoicesQuery(status));
  const pages = useRecordPages(query, deskText.failed(text.what));
  const counts = query.data?.pages[0]?.counts;
  return (
    <RecordList
      pages={pages}
      filters={{
        label: text.filters,
        fields: (
          <StateField
            name="status"
            states={invoiceStatus.options}
            first="submitted"
            value={status}
            labels={ordersText.invoiceStatuses}
            counts={counts}
            change={change}
          />
        ),
      }}
      empty={{ title: text.none, children: <p>{text.noneHint}</p> }}
    >
      {(invoices) => (
        <ul className={styles.list}>
          {invoices.map((record) => (
            <Request key={record.invoice.id} record={record} />
          ))}
        </ul>
      )}
    </RecordList>
  );
};
