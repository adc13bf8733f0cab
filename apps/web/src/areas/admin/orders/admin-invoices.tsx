/**
 * Admin list of invoice requests: an operator issues the invoice with a PDF, or rejects it with a reason; after a refund, a red invoice
 * cancels it.
 */
import {
  type AdminInvoice,
  assignInvoice,
  type InvoiceStatus,
  invoiceStatus,
  issueInvoice,
  LIMITS,
  readInvoice,
  rejectInvoice,
} from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  DialogActions,
  Facts,
  FileButton,
  ModalDialog,
  RecordCard,
  Stack,
  StateBadge,
  Text,
  TextField,
} from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { isRefusal } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/client.ts';
import { fetchFile } from '../../../platform/api/fetch-file.ts';
import { saveFile } from '../../../platform/api/save-file.ts';
import { upload } from '../../../platform/api/upload.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { anyOf, chosen } from '../../../platform/forms/chosen.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminOrdersText } from '../../../platform/messages/zh-cn/admin-orders.ts';
import { ordersText } from '../../../platform/messages/zh-cn/orders.ts';
import { ReasonDialogWithDraft } from '../../../platform/records/reason-dialog-with-draft.tsx';
import { StateList } from '../../../platform/records/state-list.tsx';
import { useUrlFilters } from '../../../platform/records/use-url-filters.ts';
import { adminInvoicesQuery, refreshAdminPayments } from './admin-queries.ts';

const text = adminOrdersText.invoices;
const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });
const REASON_CHARS = 200;

const TONES: Readonly<Record<InvoiceStatus, 'plain' | 'good' | 'wait' | 'stop'>> = {
  submitted: 'wait',
  issuing: 'wait',
  issued: 'good',
  rejected: 'plain',
  redPending: 'wait',
  redIssued: 'stop',
};

type Invoice = AdminInvoice['invoice'];
const titleOf = ({ title }: Invoice): string => (title === '' ? adminOrdersText.gone : title);

type Sheet = 'blue' | 'red';

const INVOICE_NO = /^[0-9A-Za-z-]{6,40}$/;

/** Schema of the form. `taken`: number of the invoice that a red invoice cancels; the red one needs its own. */
const issueFields = (taken: string | undefined) =>
  z.object({
    no: z
      .string()
      .trim()
      .regex(INVOICE_NO, text.noWrong)
      .refine((no) => no !== taken, text.redNoSame),
    file: chosen<File>(text.fileMissing).pipe(anyOf<File>().refine(({ size }) => size <= LIMITS.invoicePdfBytes, text.fileTooLarge)),
  });
type IssueFields = ReturnType<typeof issueFields>;

const IssueDialog = ({ invoice, sheet, onClose }: { invoice: Invoice; sheet: Sheet; onClose: () => void }) => {
  const isRed = sheet === 'red';
  const queryClient = useQueryClient();
  const form = useForm({
    initial: (): z.input<IssueFields> => ({ no: '', file: undefined }),
    schema: issueFields(isRed ? invoice.invoiceNo : undefined),
  });
  const { errors } = form;
  const { value: file, onChange: changeFile, ref: fileRef } = form.register('file');
  const issuing = useMutation({
    mutationFn: ({ no, file: pdf }: z.output<IssueFields>) => upload(issueInvoice, { id: invoice.id, sheet, invoiceNo: no }, pdf),
    onSuccess: onClose,
    onError: (error) => {
      if (isRefusal(error, 'orders.invoiceRefused')) form.setError('no', error);
    },
    onSettled: () => refreshAdminPayments(queryClient),
    meta: { claims: ['orders.invoiceRefused'] },
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!issuing.isPending) issuing.mutate(fields);
  });
  return (
    <ModalDialog title={isRed ? text.issueRedOf(titleOf(invoice)) : text.issueOf(titleOf(invoice))} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <p>{isRed ? text.issueRedLead(invoice.amountFen, invoice.invoiceNo ?? '') : text.issueLead(invoice.amountFen, titleOf(invoice))}</p>
        <TextField
          label={isRed ? text.redNo : text.no}
          hint={text.noHint}
          error={errors.no?.message}
          maxLength={40}
          {...form.register('no')}
        />
        <Stack gap={6} justifyItems="start">
          <Text size={14} weight={600}>
            {text.file}
          </Text>
          {file === undefined ? null : <Text breakWords>{file.name}</Text>}
          <FileButton ref={fileRef} label={text.file} accept="application/pdf,.pdf" onFiles={([pdf]) => changeFile(pdf)}>
            {file === undefined ? text.choose : text.chooseAnother}
          </FileButton>
          {errors.file === undefined ? (
            <Text as="p" size={13} tone="faint">
              {text.fileHint}
            </Text>
          ) : (
            <Text role="alert" as="p" size={13} tone="accent">
              {errors.file.message}
            </Text>
          )}
        </Stack>
        <DialogActions
          cancelLabel={adminText.cancel}
          submitLabel={issuing.isPending ? text.uploading : isRed ? text.issueRed : text.issue}
          isBusy={issuing.isPending}
          onCancel={onClose}
        />
      </Stack>
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

const InvoiceActions = ({ record: { invoice, holder } }: { record: AdminInvoice }) => {
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<Sheet | 'reject'>();
  const { change } = useUrlFilters();
  const holding = useMutation({
    mutationFn: (action: 'take' | 'putBack') => call(assignInvoice, { id: invoice.id, action }),
    // Switches to the tab with the new status of the request, because the request has left the current list.
    onSuccess: ({ status }) => change('status', status === 'submitted' ? '' : status),
    onSettled: () => refreshAdminPayments(queryClient),
  });
  const hold = (action: 'take' | 'putBack'): void => {
    if (!holding.isPending) holding.mutate(action);
  };
  const rejecting = useMutation({
    mutationFn: (reason: string) => call(rejectInvoice, { id: invoice.id, reply: reason }),
    onSuccess: () => setDialog(undefined),
    onSettled: () => refreshAdminPayments(queryClient),
  });
  const isFree = invoice.status === 'submitted';
  // Usually only the operator who took a request may issue the invoice. If that operator's account no longer exists, anyone may take the
  // request.
  const isOpen = isFree || (invoice.status === 'issuing' && (holder === undefined || holder.isMe));
  const owesRed = invoice.status === 'redPending';
  if (!isOpen && invoice.status !== 'issuing' && !owesRed && invoice.fileId === undefined && invoice.redFileId === undefined) return null;
  return (
    <Cluster gap={12} align="center" marginTop={20}>
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
        <ReasonDialogWithDraft
          form={`reject-invoice:${invoice.id}`}
          title={text.rejectOf(titleOf(invoice))}
          label={text.rejectLabel}
          hint={text.rejectHint}
          needText={adminText.reasonNeeded}
          maxLength={REASON_CHARS}
          confirmLabel={text.reject}
          cancelLabel={adminText.cancel}
          isBusy={rejecting.isPending}
          onConfirm={(reason) => rejecting.mutateAsync(reason)}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </Cluster>
  );
};

const Request = ({ record, maySeeOrders }: { record: AdminInvoice; maySeeOrders: boolean }) => {
  const { invoice, buyer, holder } = record;
  return (
    <li>
      <RecordCard
        title={titleOf(invoice)}
        badge={<StateBadge tone={TONES[invoice.status]}>{ordersText.invoiceStatuses[invoice.status]}</StateBadge>}
      >
        <Facts
          items={[
            [adminOrdersText.amount, ordersText.yuan(invoice.amountFen)],
            [text.type, ordersText.titleTypes[invoice.titleType]],
            ...(invoice.taxNo === undefined ? [] : [[text.taxNo, invoice.taxNo] as const]),
            [adminOrdersText.buyer, buyer.nickname === '' ? adminOrdersText.gone : `${buyer.nickname} ${buyer.tel}`],
            ...(invoice.email === undefined ? [] : [[text.email, invoice.email] as const]),
            [
              text.orders,
              <Cluster key="orders" as="span" gap={[0, 16]}>
                {invoice.orderNos.map((no) =>
                  maySeeOrders ? (
                    <Text
                      key={no}
                      to={`/admin/orders/${no}`}
                      as={Link}
                      tone="accent"
                      tabular
                      underline
                      aria-label={adminOrdersText.orderOf(no)}
                    >
                      {no}
                    </Text>
                  ) : (
                    <span key={no}>{no}</span>
                  ),
                )}
              </Cluster>,
            ],
            [text.askedAt, time.format(invoice.createdAt)],
            ...(holder === undefined ? [] : [[text.holder, holder.isMe ? text.heldByMe(holder.nickname) : holder.nickname] as const]),
            ...(invoice.invoiceNo === undefined ? [] : [[text.no, invoice.invoiceNo] as const]),
            ...(invoice.redInvoiceNo === undefined ? [] : [[text.redNo, invoice.redInvoiceNo] as const]),
            ...(invoice.reply === '' ? [] : [[text.rejectedWhy, invoice.reply] as const]),
          ]}
        />
        <InvoiceActions record={record} />
      </RecordCard>
    </li>
  );
};

/** The list of invoice requests. `maySeeOrders`: whether the order numbers of an invoice link to the orders. */
export const AdminInvoices = ({ maySeeOrders }: { maySeeOrders: boolean }) => (
  <StateList
    name="status"
    states={invoiceStatus.options}
    first="submitted"
    labels={ordersText.invoiceStatuses}
    queryOf={adminInvoicesQuery}
    what={text.what}
    filtersLabel={text.filters}
    empty={{ title: text.none, hint: text.noneHint }}
  >
    {(invoices) => (
      <Stack as="ul" gap={16}>
        {invoices.map((record) => (
          <Request key={record.invoice.id} record={record} maySeeOrders={maySeeOrders} />
        ))}
      </Stack>
    )}
  </StateList>
);
