/**
 * Dialog in which finance refunds an order for which the buyer requested no refund: some of its books, whose entitlements end, or an
 * amount.
 */
import { type Order, refundOrder } from '@shufang/contract';
import { buttonClass, Cluster, DialogActions, ModalDialog, Stack, Text, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
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
const isAmount = (fen: number | undefined, most: number): boolean => fen !== undefined && fen >= 1 && fen <= most;

interface RefundFormProps {
  readonly order: Order;
  /** Whether the order also contains books of other publishers. If so, the refund cannot exceed the price of the selected books. */
  readonly isPart: boolean;
  readonly onClose: () => void;
}

/** Schema of the form. `mostOf` returns the highest amount that can be refunded with the books. */
const refundFields = (mostOf: (bookIds: readonly string[]) => number) =>
  z
    .object({ bookIds: z.array(z.string()), yuan: z.string(), reason: z.string().trim().min(1, text.makeReasonNeeded) })
    .refine(({ bookIds, yuan }) => isAmount(fenOf(yuan), mostOf(bookIds)), {
      path: ['yuan'],
      error: ({ input }) => {
        const most = mostOf((input as { bookIds: readonly string[] }).bookIds);
        return most === 0 ? text.makeAmountPart : text.makeAmountWrong(most);
      },
      // Validates the amount even if the reason is missing, so that all errors are shown together.
      when: () => true,
    });

const RefundForm = ({ order, isPart, onClose }: RefundFormProps) => {
  const queryClient = useQueryClient();
  const left = order.payFen - order.refundedFen;
  const held = order.items.filter(({ refundedAt }) => refundedAt === undefined);
  const partFenOf = (bookIds: readonly string[]): number => {
    if (bookIds.length === held.length) return left;
    const sum = held.reduce((total, { bookId, payFen }) => total + (bookIds.includes(bookId) ? payFen : 0), 0);
    return Math.min(sum, left);
  };
  const form = useForm({
    draft: `make-refund:${order.no}`,
    draftFields: ['reason'],
    initial: { bookIds: [] as string[], yuan: '', reason: '' },
    schema: refundFields((bookIds) => (isPart ? partFenOf(bookIds) : left)),
  });
  const [{ bookIds, yuan }, { errors }] = [form.values, form];
  const amountFen = fenOf(yuan);
  const saving = useMutation({
    mutationFn: (input: { bookIds: string[]; amountFen: number; reason: string }) => call(refundOrder, { no: order.no, ...input }),
    onSuccess: () => {
      form.dropDraft();
      onClose();
    },
    onSettled: () => refreshAdminPayments(queryClient),
  });
  const handleSubmit = form.handleSubmit(({ yuan: _yuan, ...refund }) => {
    if (amountFen !== undefined && !saving.isPending) saving.mutate({ ...refund, amountFen });
  });
  return (
    <ModalDialog title={text.make} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <p>{text.makeLead(left)}</p>
        <BookChoice
          legend={text.makeBooks}
          books={held.map(({ bookId, title, payFen }) => ({ bookId, label: text.makeBook(title, payFen) }))}
          chosen={bookIds}
          onChoose={(ids) => {
            form.setValue('bookIds', [...ids]);
            form.register('yuan').onChange(ids.length === 0 ? '' : yuanOf(partFenOf(ids)));
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
          hint={bookIds.length === 0 ? (isPart ? text.makeAmountPart : text.makeAmountPlain) : text.makeAmountHint(partFenOf(bookIds))}
          error={errors.yuan?.message}
          {...form.register('yuan')}
        />
        {amountFen === left && !isPart ? (
          <Text as="p" size={13} tone="faint">
            {text.makeWhole}
          </Text>
        ) : null}
        <TextAreaField
          label={text.makeReason}
          hint={text.makeReasonHint}
          error={errors.reason?.message}
          rows={2}
          maxLength={REASON_CHARS}
          {...form.register('reason')}
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
