/**
 * Dialog in which finance refunds an order for which the buyer requested no refund: some of its books, whose entitlements end, or an
 * amount.
 */
import { type Order, refundOrder } from '@shufang/contract';
import { buttonClass, Cluster, DialogActions, ModalDialog, Stack, Text, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { BookChoice } from '../../../features/orders/book-choice.tsx';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminOrdersText } from '../../../platform/messages/zh-cn/admin-orders.ts';
import { fenOf } from '../../../platform/records/fen.ts';
import { refreshAdminPayments } from './admin-queries.ts';

const text = adminOrdersText.order;
const REASON_CHARS = 200;
const yuanOf = (fen: number): string => (fen / 100).toFixed(2);

interface RefundFormProps {
  readonly order: Order;
  /** Whether the order also contains books of other publishers. If so, the refund cannot exceed the price of the selected books. */
  readonly isPart: boolean;
  readonly onClose: () => void;
}

const RefundForm = ({ order, isPart, onClose }: RefundFormProps) => {
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [bookIds, setBookIds] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState<string>();
  const draft = useForm({ draft: `make-refund:${order.no}`, initial: { reason: '' } });
  const { reason } = draft.values;
  const [isTried, setTried] = useState(false);
  const left = order.payFen - order.refundedFen;
  const held = order.items.filter(({ refundedAt }) => refundedAt === undefined);
  const parts = held.reduce((sum, { bookId, payFen }) => sum + (bookIds.includes(bookId) ? payFen : 0), 0);
  const partFen = bookIds.length === held.length ? left : Math.min(parts, left);
  const yuan = typed ?? (bookIds.length === 0 ? '' : yuanOf(partFen));
  const amountFen = fenOf(yuan);
  const most = isPart ? partFen : left;
  const isAmountWrong = amountFen === undefined || amountFen < 1 || amountFen > most;
  const saving = useMutation({
    mutationFn: (fen: number) => call(refundOrder, { no: order.no, bookIds: [...bookIds], amountFen: fen, reason: reason.trim() }),
    onSuccess: () => {
      draft.dropDraft();
      onClose();
    },
    onSettled: () => refreshAdminPayments(queryClient),
  });
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    flushSync(() => setTried(true));
    if (isAmountWrong || reason.trim() === '') form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (!saving.isPending) saving.mutate(amountFen);
  };
  return (
    <ModalDialog title={text.make} onClose={onClose}>
      <Stack ref={form} as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <p>{text.makeLead(left)}</p>
        <BookChoice
          legend={text.makeBooks}
          books={held.map(({ bookId, title, payFen }) => ({ bookId, label: text.makeBook(title, payFen) }))}
          chosen={bookIds}
          onChoose={(ids) => {
            setTyped(undefined);
            setBookIds(ids);
          }}
        >
          <Text as="p" size={13} tone="faint">
            {text.makeBooksHint}
          </Text>
        </BookChoice>
        <TextField
          label={text.makeAmount}
          inputMode="decimal"
          maxLength={9}
          hint={bookIds.length === 0 ? (isPart ? text.makeAmountPart : text.makeAmountPlain) : text.makeAmountHint(partFen)}
          error={isTried && isAmountWrong ? (most === 0 ? text.makeAmountPart : text.makeAmountWrong(most)) : undefined}
          value={yuan}
          onChange={setTyped}
        />
        {amountFen === left && !isPart ? (
          <Text as="p" size={13} tone="faint">
            {text.makeWhole}
          </Text>
        ) : null}
        <TextAreaField
          label={text.makeReason}
          hint={text.makeReasonHint}
          error={isTried && reason.trim() === '' ? text.makeReasonNeeded : undefined}
          rows={2}
          maxLength={REASON_CHARS}
          value={reason}
          onChange={(value) => draft.setValue('reason', value)}
        />
        <DialogActions cancelLabel={adminText.cancel} submitLabel={text.makeConfirm} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

export const MakeRefund = ({ order, isPart }: Omit<RefundFormProps, 'onClose'>) => {
  const [asks, setAsks] = useState(false);
  if ((order.status !== 'fulfilled' && order.status !== 'partiallyRefunded') || order.refundedFen >= order.payFen) return null;
  return (
    <Cluster gap={12} align="center" marginTop={20}>
      <button type="button" className={buttonClass('quiet')} onClick={() => setAsks(true)}>
        {text.make}
      </button>
      {asks ? <RefundForm order={order} isPart={isPart} onClose={() => setAsks(false)} /> : null}
    </Cluster>
  );
};
