/** Admin list of refunds: an operator decides the requested ones; approved ones are shown until the payment provider has completed them. */
import { type AdminRefund, decideRefund, queryOrder, type RefundStatus, refundStatus } from '@shufang/contract';
import { buttonClass, Cluster, ConfirmDialog, Facts, RecordCard, Stack, StateBadge, Text } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminOrdersText } from '../../../platform/messages/zh-cn/admin-orders.ts';
import { ordersText } from '../../../platform/messages/zh-cn/orders.ts';
import { ReasonDialogWithDraft } from '../../../platform/records/reason-dialog-with-draft.tsx';
import { StateList } from '../../../platform/records/state-list.tsx';
import { adminRefundsQuery, refreshAdminPayments } from './admin-queries.ts';

const text = adminOrdersText.refunds;
const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });
const REASON_CHARS = 200;

const TONES: Readonly<Record<RefundStatus, 'plain' | 'good' | 'wait' | 'stop'>> = {
  requested: 'wait',
  approved: 'wait',
  processing: 'wait',
  succeeded: 'good',
  failed: 'stop',
  rejected: 'plain',
};

const platformLine = ({ refund, channel, askedAt }: AdminRefund): string => {
  const asked = askedAt === undefined ? text.notAsked : text.askedAt(time.format(askedAt));
  const said = refund.status === 'succeeded' && refund.finishedAt !== undefined ? text.finishedAt(time.format(refund.finishedAt)) : asked;
  return `${ordersText.channels[channel]}　${said}`;
};

/** Returns a text that says what is refunded: some books, an amount, or the whole order. */
const scopeOf = ({ refund, order }: AdminRefund): string => {
  if (refund.bookIds.length === 0)
    return refund.cause === 'operator' && refund.amountFen < order.payFen ? text.amountOnly : text.wholeOrder;
  return order.items.flatMap(({ bookId, title }) => (refund.bookIds.includes(bookId) ? [text.cardOf(title)] : [])).join('');
};

const RefundActions = ({ record }: { record: AdminRefund }) => {
  const queryClient = useQueryClient();
  const { refund, order, channel } = record;
  const [dialog, setDialog] = useState<'approve' | 'reject'>();
  const refresh = (): Promise<unknown> => refreshAdminPayments(queryClient);
  const deciding = useMutation({
    mutationFn: ({ decision, reason }: { decision: 'approve' | 'reject'; reason?: string }) =>
      call(decideRefund, { id: refund.id, decision, ...(reason === undefined ? {} : { reply: reason }) }),
    onSuccess: () => setDialog(undefined),
    // After a decision, also a failed one, the list is invalidated, so that it shows decisions that other operators have made in the
    // meantime.
    onSettled: refresh,
  });
  const asking = useMutation({ mutationFn: () => call(queryOrder, { no: order.no }), onSettled: refresh });
  const { status } = refund;
  if (status === 'succeeded' || status === 'rejected') return null;
  const isUnderWay = status === 'approved' || status === 'processing';
  const approve = status === 'failed' ? text.again : text.approve;
  const approveOf = status === 'failed' ? text.againOf(order.no) : text.approveOf(order.no);
  return (
    <Cluster gap={12} align="center" marginTop={20}>
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
          cancelLabel={adminText.cancel}
          isBusy={deciding.isPending}
          onConfirm={() => deciding.mutate({ decision: 'approve' })}
          onClose={() => setDialog(undefined)}
        >
          <p>{text.approveLead(refund.amountFen, ordersText.channels[channel])}</p>
        </ConfirmDialog>
      ) : null}
      {dialog === 'reject' ? (
        <ReasonDialogWithDraft
          form={`reject-refund:${refund.id}`}
          title={text.rejectOf(order.no)}
          label={text.rejectLabel}
          hint={text.rejectHint}
          needText={adminText.reasonNeeded}
          maxLength={REASON_CHARS}
          confirmLabel={text.reject}
          cancelLabel={adminText.cancel}
          isBusy={deciding.isPending}
          onConfirm={(reason) => deciding.mutateAsync({ decision: 'reject', reason })}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </Cluster>
  );
};

const Refund = ({ record }: { record: AdminRefund }) => {
  const { refund, order, buyer, readShare } = record;
  const titles = order.bundle?.title ?? order.items.map(({ title }) => title).join('、');
  return (
    <li>
      <RecordCard
        isListed
        title={text.cardOf(titles)}
        badge={<StateBadge tone={TONES[refund.status]}>{text.statuses[refund.status]}</StateBadge>}
      >
        <Facts
          items={[
            [adminOrdersText.amount, ordersText.yuan(refund.amountFen)],
            [
              adminOrdersText.orderNo,
              <Text
                key="no"
                to={`/admin/orders/${order.no}`}
                as={Link}
                tone="accent"
                tabular
                underline
                aria-label={adminOrdersText.orderOf(order.no)}
              >
                {order.no}
              </Text>,
            ],
            [adminOrdersText.buyer, buyer.nickname === '' ? adminOrdersText.gone : `${buyer.nickname} ${buyer.tel}`],
            [text.cause, text.causes[refund.cause]],
            ...(order.items.length > 1 || refund.amountFen < order.payFen ? [[text.books, scopeOf(record)] as const] : []),
            ...(refund.cause === 'operator' ? [[text.adminReason, refund.reason] as const] : []),
            ...(refund.cause === 'requested' ? [[text.reason, refund.reason === '' ? text.noReason : refund.reason] as const] : []),
            ...(order.paidAt === undefined ? [] : [[text.paidAt, time.format(order.paidAt)] as const]),
            ...(readShare === undefined ? [] : [[text.read, text.readShare(readShare)] as const]),
            [text.requestedAt, time.format(refund.requestedAt)],
            ...(refund.status === 'requested' ? [] : [[text.platform, platformLine(record)] as const]),
            ...(refund.reply === '' ? [] : [[refund.status === 'rejected' ? text.rejectedWhy : text.failedWhy, refund.reply] as const]),
          ]}
        />
        <RefundActions record={record} />
      </RecordCard>
    </li>
  );
};

export const AdminRefunds = () => (
  <StateList
    name="status"
    states={refundStatus.options}
    first="requested"
    labels={text.statuses}
    queryOf={adminRefundsQuery}
    what={text.what}
    filtersLabel={text.filters}
    empty={{ title: text.none, hint: text.noneHint }}
  >
    {(refunds) => (
      <Stack as="ul" gap={16}>
        {refunds.map((record) => (
          <Refund key={record.refund.id} record={record} />
        ))}
      </Stack>
    )}
  </StateList>
);
