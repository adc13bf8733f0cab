/** Money that is asked back: decided here, and watched until the platform has sent it. */
import { type DeskRefund, decideRefund, queryOrder, type RefundStatus, refundStatus } from '@shufang/contract';
import { buttonClass, ConfirmDialog, Facts, RecordCard, StateBadge } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskOrdersText } from '../../platform/messages/zh-cn/desk-orders.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import { KeptReasonDialog } from '../../platform/records/kept-reason-dialog.tsx';
import { StateList } from '../../platform/records/state-list.tsx';
import styles from './desk.module.css';
import { deskRefundsQuery, refreshDeskMoney } from './desk-queries.ts';

const text = deskOrdersText.refunds;
const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });
const ANSWER_CHARS = 200;

const TONES: Readonly<Record<RefundStatus, 'plain' | 'good' | 'wait' | 'stop'>> = {
  requested: 'wait',
  approved: 'wait',
  processing: 'wait',
  succeeded: 'good',
  failed: 'stop',
  rejected: 'plain',
};

const platformLine = ({ refund, channel, askedAt }: DeskRefund): string => {
  const asked = askedAt === undefined ? text.notAsked : text.askedAt(time.format(askedAt));
  const said = refund.status === 'succeeded' && refund.finishedAt !== undefined ? text.finishedAt(time.format(refund.finishedAt)) : asked;
  return `${ordersText.channels[channel]}　${said}`;
};

/** What the reader loses by it. */
const scopeOf = ({ refund, order }: DeskRefund): string => {
  if (refund.bookIds.length === 0) return refund.cause === 'desk' && refund.amountFen < order.payFen ? text.amountOnly : text.wholeOrder;
  return order.items.flatMap(({ bookId, title }) => (refund.bookIds.includes(bookId) ? [text.cardOf(title)] : [])).join('');
};

const Verbs = ({ record }: { record: DeskRefund }) => {
  const queryClient = useQueryClient();
  const { refund, order, channel } = record;
  const [dialog, setDialog] = useState<'approve' | 'reject'>();
  const refresh = (): Promise<unknown> => refreshDeskMoney(queryClient);
  const deciding = useMutation({
    mutationFn: (input: { decision: 'approve' | 'reject'; answer?: string }) => call(decideRefund, { id: refund.id, ...input }),
    onSuccess: () => setDialog(undefined),
    // What somebody else decided meanwhile is seen at once.
    onSettled: refresh,
  });
  const asking = useMutation({ mutationFn: () => call(queryOrder, { no: order.no }), onSettled: refresh });
  const { status } = refund;
  if (status === 'succeeded' || status === 'rejected') return null;
  const isUnderWay = status === 'approved' || status === 'processing';
  const approve = status === 'failed' ? text.again : text.approve;
  const approveOf = status === 'failed' ? text.againOf(order.no) : text.approveOf(order.no);
  return (
    <div className={styles.actions}>
      {isUnderWay ? (
        <button
          type="button"
          className={buttonClass('quiet')}
          aria-label={text.queryOf(order.no)}
          aria-disabled={asking.isPending}
          onClick={() => {
            if (!asking.isPending) asking.mutate();
          }}
        >
          {text.query}
        </button>
      ) : (
        <button type="button" className={buttonClass()} aria-label={approveOf} onClick={() => setDialog('approve')}>
          {approve}
        </button>
      )}
      {status === 'requested' ? (
        <button type="button" className={buttonClass('quiet')} aria-label={text.rejectOf(order.no)} onClick={() => setDialog('reject')}>
          {text.reject}
        </button>
      ) : null}
      {dialog === 'approve' ? (
        <ConfirmDialog
          title={approveOf}
          confirmLabel={approve}
          cancelLabel={deskText.cancel}
          isBusy={deciding.isPending}
          onConfirm={() => deciding.mutate({ decision: 'approve' })}
          onClose={() => setDialog(undefined)}
        >
          <p>{text.approveLead(refund.amountFen, ordersText.channels[channel])}</p>
        </ConfirmDialog>
      ) : null}
      {dialog === 'reject' ? (
        <KeptReasonDialog
          form={`reject-refund:${refund.id}`}
          title={text.rejectOf(order.no)}
          label={text.rejectLabel}
          hint={text.rejectHint}
          needText={deskText.reasonNeeded}
          maxLength={ANSWER_CHARS}
          confirmLabel={text.reject}
          cancelLabel={deskText.cancel}
          isBusy={deciding.isPending}
          onConfirm={(answer) => deciding.mutateAsync({ decision: 'reject', answer })}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </div>
  );
};

const Refund = ({ record }: { record: DeskRefund }) => {
  const { refund, order, buyer, readShare } = record;
  const titles = order.bundle?.title ?? order.items.map(({ title }) => title).join('、');
  return (
    <li>
      <RecordCard title={text.cardOf(titles)} mark={<StateBadge tone={TONES[refund.status]}>{text.statuses[refund.status]}</StateBadge>}>
        <Facts
          items={[
            [deskOrdersText.amount, ordersText.yuan(refund.amountFen)],
            [
              deskOrdersText.orderNo,
              <Link key="no" to={`/admin/orders/${order.no}`} className={styles.inline} aria-label={deskOrdersText.orderOf(order.no)}>
                {order.no}
              </Link>,
            ],
            [deskOrdersText.buyer, buyer.nickname === '' ? deskOrdersText.gone : `${buyer.nickname} ${buyer.tel}`],
            [text.cause, text.causes[refund.cause]],
            ...(order.items.length > 1 || refund.amountFen < order.payFen ? [[text.books, scopeOf(record)] as const] : []),
            ...(refund.cause === 'desk' ? [[text.deskReason, refund.reason] as const] : []),
            ...(refund.cause === 'requested' ? [[text.reason, refund.reason === '' ? text.noReason : refund.reason] as const] : []),
            ...(order.paidAt === undefined ? [] : [[text.paidAt, time.format(order.paidAt)] as const]),
            ...(readShare === undefined ? [] : [[text.read, text.readShare(readShare)] as const]),
            [text.requestedAt, time.format(refund.requestedAt)],
            ...(refund.status === 'requested' ? [] : [[text.platform, platformLine(record)] as const]),
            ...(refund.answer === '' ? [] : [[refund.status === 'rejected' ? text.rejectedWhy : text.failedWhy, refund.answer] as const]),
          ]}
        />
        <Verbs record={record} />
      </RecordCard>
    </li>
  );
};

export const DeskRefunds = () => (
  <StateList
    name="status"
    states={refundStatus.options}
    first="requested"
    labels={text.statuses}
    queryOf={deskRefundsQuery}
    what={text.what}
    filtersLabel={text.filters}
    empty={{ title: text.none, hint: text.noneHint }}
  >
    {(refunds) => (
      <ul className={styles.list}>
        {refunds.map((record) => (
          <Refund key={record.refund.id} record={record} />
        ))}
      </ul>
    )}
  </StateList>
);
