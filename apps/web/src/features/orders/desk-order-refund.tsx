/** Finance gives money back unasked: for books of the order, whose rights end, or an amount. */
import { type Order, refundOrder } from '@shufang/contract';
import { buttonClass, DialogActions, ModalDialog, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../platform/api/client.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskOrdersText } from '../../platform/messages/zh-cn/desk-orders.ts';
import { fenOf } from '../../platform/records/fen.ts';
import { useTyped } from '../../platform/storage/use-typed.ts';
import { BookChoice } from './book-choice.tsx';
import styles from './desk.module.css';
import { refreshDeskMoney } from './desk-queries.ts';

const text = deskOrdersText.order;
const REASON_CHARS = 200;
const yuanOf = (fen: number): string => (fen / 100).toFixed(2);

interface RefundFormProps {
  readonly order: Order;
  /** The order holds books of other publishers, too: an amount goes back for named books alone. */
  readonly isPart: boolean;
  readonly onClose: () => void;
}

const RefundForm = ({ order, isPart, onClose }: RefundFormProps) => {
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [bookIds, setBookIds] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState<string>();
  const kept = useTyped(`make-refund:${order.no}`, { reason: '' });
  const { reason } = kept.values;
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
      kept.drop();
      onClose();
    },
    onSettled: () => refreshDeskMoney(queryClient),
  });
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    flushSync(() => setTried(true));
    if (isAmountWrong || reason.trim() === '') form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (!saving.isPending) saving.mutate(amountFen);
  };
  return (
    <ModalDialog title={text.make} onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <p>{text.makeLead(left)}</p>
        <BookChoice
          legend={text.makeBooks}
          books={held.map(({ bookId, title, payFen }) => ({ bookId, words: text.makeBook(title, payFen) }))}
          chosen={bookIds}
          onChoose={(ids) => {
            setTyped(undefined);
            setBookIds(ids);
          }}
        >
          <p className={styles.small}>{text.makeBooksHint}</p>
        </BookChoice>
        <TextField
          label={text.makeAmount}
          inputMode="decimal"
          maxLength={9}
          hint={bookIds.length === 0 ? (isPart ? text.makeAmountPart : text.makeAmountPlain) : text.makeAmountHint(partFen)}
          fault={isTried && isAmountWrong ? (most === 0 ? text.makeAmountPart : text.makeAmountWrong(most)) : undefined}
          value={yuan}
          onChange={setTyped}
        />
        {amountFen === left && !isPart ? <p className={styles.small}>{text.makeWhole}</p> : null}
        <TextAreaField
          label={text.makeReason}
          hint={text.makeReasonHint}
          fault={isTried && reason.trim() === '' ? text.makeReasonNeeded : undefined}
          rows={2}
          maxLength={REASON_CHARS}
          value={reason}
          onChange={(value) => kept.type('reason', value)}
        />
        <DialogActions cancelLabel={deskText.cancel} submitLabel={text.makeConfirm} isBusy={saving.isPending} onCancel={onClose} />
      </form>
    </ModalDialog>
  );
};

export const MakeRefund = ({ order, isPart }: Omit<RefundFormProps, 'onClose'>) => {
  const [asks, setAsks] = useState(false);
  if ((order.status !== 'fulfilled' && order.status !== 'partiallyRefunded') || order.refundedFen >= order.payFen) return null;
  return (
    <div className={styles.actions}>
      <button type="button" className={buttonClass('quiet')} onClick={() => setAsks(true)}>
        {text.make}
      </button>
      {asks ? <RefundForm order={order} isPart={isPart} onClose={() => setAsks(false)} /> : null}
    </div>
  );
};
