/** Invoices that are asked for: answered with the PDF, or returned with a reason; taken back by a red one when the money went back. */
import {
  type DeskInvoice,
  holdInvoice,
  type InvoiceStatus,
  invoiceStatus,
  issueInvoice,
  LIMITS,
  readInvoice,
  rejectInvoice,
} from '@shufang/contract';
import { buttonClass, DialogActions, Facts, ModalDialog, RecordCard, StateBadge, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { fetchFile } from '../../platform/api/fetch-file.ts';
import { saveFile } from '../../platform/api/save-file.ts';
import { upload } from '../../platform/api/upload.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskOrdersText } from '../../platform/messages/zh-cn/desk-orders.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import { KeptReasonDialog } from '../../platform/records/kept-reason-dialog.tsx';
import { StateList } from '../../platform/records/state-list.tsx';
import { useAddressFilters } from '../../platform/records/use-address-filters.ts';
import styles from './desk.module.css';
import { deskInvoicesQuery, refreshDeskMoney } from './desk-queries.ts';

const text = deskOrdersText.invoices;
const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });
const ANSWER_CHARS = 200;

const TONES: Readonly<Record<InvoiceStatus, 'plain' | 'good' | 'wait' | 'stop'>> = {
  submitted: 'wait',
  issuing: 'wait',
  issued: 'good',
  rejected: 'plain',
  redPending: 'wait',
  redIssued: 'stop',
};

type Invoice = DeskInvoice['invoice'];
const titleOf = ({ title }: Invoice): string => (title === '' ? deskOrdersText.gone : title);

type Sheet = 'blue' | 'red';

const IssueDialog = ({ invoice, sheet, onClose }: { invoice: Invoice; sheet: Sheet; onClose: () => void }) => {
  const isRed = sheet === 'red';
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [no, setNo] = useState('');
  const [file, setFile] = useState<File>();
  const [isTried, setTried] = useState(false);
  const issuing = useMutation({
    mutationFn: (pdf: File) => upload(issueInvoice, { id: invoice.id, sheet, invoiceNo: no.trim() }, pdf),
    onSuccess: onClose,
    onSettled: () => refreshDeskMoney(queryClient),
  });
  const isSame = isRed && no.trim() === invoice.invoiceNo;
  const noFault = /^[0-9A-Za-z-]{6,40}$/.test(no.trim()) ? (isSame ? text.redNoSame : undefined) : text.noWrong;
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
    <ModalDialog title={isRed ? text.issueRedOf(titleOf(invoice)) : text.issueOf(titleOf(invoice))} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <p>{isRed ? text.issueRedLead(invoice.amountFen, invoice.invoiceNo ?? '') : text.issueLead(invoice.amountFen, titleOf(invoice))}</p>
        <TextField
          label={isRed ? text.redNo : text.no}
          hint={text.noHint}
          fault={isTried ? noFault : undefined}
          maxLength={40}
          value={no}
          onChange={setNo}
        />
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
        <DialogActions
          cancelLabel={deskText.cancel}
          submitLabel={issuing.isPending ? text.uploading : isRed ? text.issueRed : text.issue}
          isBusy={issuing.isPending}
          onCancel={onClose}
        />
      </form>
    </ModalDialog>
  );
};

const Download = ({ invoice, sheet }: { invoice: Invoice; sheet: Sheet }) => {
  const isRed = sheet === 'red';
  const no = (isRed ? invoice.redInvoiceNo : invoice.invoiceNo) ?? '';
  const fetching = useMutation({
    mutationFn: async () =>
      saveFile(isRed ? text.redFileNameOf(no) : text.fileNameOf(no), await fetchFile(readInvoice, { id: invoice.id, sheet })),
  });
  return (
    <button
      type="button"
      className={buttonClass('quiet')}
      aria-label={isRed ? text.downloadRedOf(no) : text.downloadOf(no)}
      aria-disabled={fetching.isPending}
      onClick={() => {
        if (!fetching.isPending) fetching.mutate();
      }}
    >
      {isRed ? text.downloadRed : text.download}
    </button>
  );
};

const Verbs = ({ record: { invoice, holder } }: { record: DeskInvoice }) => {
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<Sheet | 'reject'>();
  const { change } = useAddressFilters();
  const holding = useMutation({
    mutationFn: (action: 'take' | 'putBack') => call(holdInvoice, { id: invoice.id, action }),
    // The list goes along to where the request stands now.
    onSuccess: ({ status }) => change('status', status === 'submitted' ? '' : status),
    onSettled: () => refreshDeskMoney(queryClient),
  });
  const hold = (action: 'take' | 'putBack'): void => {
    if (!holding.isPending) holding.mutate(action);
  };
  const rejecting = useMutation({
    mutationFn: (answer: string) => call(rejectInvoice, { id: invoice.id, answer }),
    onSuccess: () => setDialog(undefined),
    onSettled: () => refreshDeskMoney(queryClient),
  });
  const isFree = invoice.status === 'submitted';
  // One whose holder is gone is anybody's.
  const isOpen = isFree || (invoice.status === 'issuing' && (holder === undefined || holder.isMe));
  const owesRed = invoice.status === 'redPending';
  if (!isOpen && invoice.status !== 'issuing' && !owesRed && invoice.fileId === undefined && invoice.redFileId === undefined) return null;
  return (
    <div className={styles.actions}>
      {isFree ? (
        <button
          type="button"
          className={buttonClass()}
          aria-label={text.takeOf(titleOf(invoice))}
          aria-disabled={holding.isPending}
          onClick={() => hold('take')}
        >
          {text.take}
        </button>
      ) : null}
      {isOpen ? (
        <>
          <button
            type="button"
            className={buttonClass(isFree ? 'quiet' : 'main')}
            aria-label={text.issueOf(titleOf(invoice))}
            onClick={() => setDialog('blue')}
          >
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
      ) : null}
      {invoice.status === 'issuing' ? (
        <button
          type="button"
          className={buttonClass('quiet')}
          aria-label={text.putBackOf(titleOf(invoice))}
          aria-disabled={holding.isPending}
          onClick={() => hold('putBack')}
        >
          {text.putBack}
        </button>
      ) : null}
      {owesRed ? (
        <button type="button" className={buttonClass()} aria-label={text.issueRedOf(titleOf(invoice))} onClick={() => setDialog('red')}>
          {text.issueRed}
        </button>
      ) : null}
      {invoice.fileId === undefined ? null : <Download invoice={invoice} sheet="blue" />}
      {invoice.redFileId === undefined ? null : <Download invoice={invoice} sheet="red" />}
      {dialog === 'blue' || dialog === 'red' ? <IssueDialog invoice={invoice} sheet={dialog} onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'reject' ? (
        <KeptReasonDialog
          form={`reject-invoice:${invoice.id}`}
          title={text.rejectOf(titleOf(invoice))}
          label={text.rejectLabel}
          hint={text.rejectHint}
          needText={deskText.reasonNeeded}
          maxLength={ANSWER_CHARS}
          confirmLabel={text.reject}
          cancelLabel={deskText.cancel}
          isBusy={rejecting.isPending}
          onConfirm={(answer) => rejecting.mutateAsync(answer)}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </div>
  );
};

const Request = ({ record, maySeeOrders }: { record: DeskInvoice; maySeeOrders: boolean }) => {
  const { invoice, buyer, holder } = record;
  return (
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
                {invoice.orderNos.map((no) =>
                  maySeeOrders ? (
                    <Link key={no} to={`/admin/orders/${no}`} className={styles.inline} aria-label={deskOrdersText.orderOf(no)}>
                      {no}
                    </Link>
                  ) : (
                    <span key={no}>{no}</span>
                  ),
                )}
              </span>,
            ],
            [text.askedAt, time.format(invoice.createdAt)],
            ...(holder === undefined ? [] : [[text.holder, holder.isMe ? text.heldByMe(holder.nickname) : holder.nickname] as const]),
            ...(invoice.invoiceNo === undefined ? [] : [[text.no, invoice.invoiceNo] as const]),
            ...(invoice.redInvoiceNo === undefined ? [] : [[text.redNo, invoice.redInvoiceNo] as const]),
            ...(invoice.answer === '' ? [] : [[text.rejectedWhy, invoice.answer] as const]),
          ]}
        />
        <Verbs record={record} />
      </RecordCard>
    </li>
  );
};

/** `maySeeOrders`: the orders on an invoice are links to them. */
export const DeskInvoices = ({ maySeeOrders }: { maySeeOrders: boolean }) => (
  <StateList
    name="status"
    states={invoiceStatus.options}
    first="submitted"
    labels={ordersText.invoiceStatuses}
    queryOf={deskInvoicesQuery}
    what={text.what}
    filtersLabel={text.filters}
    empty={{ title: text.none, hint: text.noneHint }}
  >
    {(invoices) => (
      <ul className={styles.list}>
        {invoices.map((record) => (
          <Request key={record.invoice.id} record={record} maySeeOrders={maySeeOrders} />
        ))}
      </ul>
    )}
  </StateList>
);
