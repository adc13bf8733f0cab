/** Dialog that requests a refund. Before any input, it shows the rule for refunds and whether the order is refundable. */
import { type Order, requestRefund } from '@shufang/contract';
import { buttonClass, Cluster, ModalDialog, Stack, Text, TextAreaField } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import { BookChoice } from './book-choice.tsx';
import styles from './orders.module.css';
import { refreshOrders, refundRuleQuery } from './queries.ts';

const dateFormat = chineseDates({ dateStyle: 'long', timeStyle: 'short' });

export const RefundDialog = ({ order, onClose }: { order: Order; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const typed = useForm({ draft: `refund:${order.no}`, initial: { reason: '' } });
  const { data: rule, isError, refetch } = useQuery(refundRuleQuery(order.no));
  const [wanted, setWanted] = useState<readonly string[]>();
  const items = rule?.items ?? [];
  const free = items.filter(({ obstacle }) => obstacle === undefined);
  const chosen = free.filter(({ bookId }) => wanted === undefined || wanted.includes(bookId));
  // If all books are selected, the whole remaining amount is refunded, so that rounding the shares of a discount loses nothing.
  const isWhole = rule?.eligible === true && chosen.length === items.length;
  const mayAsk = rule?.eligible === true || free.length > 0;
  const amountFen = isWhole ? (rule?.amountFen ?? 0) : chosen.reduce((sum, item) => sum + item.amountFen, 0);
  const asking = useMutation({
    mutationFn: ({ reason }: { reason: string }) =>
      call(requestRefund, { no: order.no, reason, bookIds: isWhole ? [] : chosen.map(({ bookId }) => bookId) }),
    onSuccess: () => {
      typed.dropDraft();
      onClose();
    },
    onSettled: () => refreshOrders(queryClient),
  });
  const handleSubmit = typed.handleSubmit((fields) => {
    if (amountFen > 0 && !asking.isPending) asking.mutate(fields);
  });
  const title =
    order.bundle === undefined ? order.items.map((item) => `《${item.title}》`).join('、') : ordersText.bundle.title(order.bundle.title);
  return (
    <ModalDialog title={ordersText.refundDialog} onClose={onClose}>
      <Stack as="form" gap={16} onSubmit={handleSubmit}>
        <p>{title}</p>
        {isError ? (
          <p role="alert">
            {ordersText.refundFailed}{' '}
            <button type="button" className={styles.textButton} onClick={() => void refetch()}>
              {ordersText.retry}
            </button>
          </p>
        ) : null}
        {rule === undefined && !isError ? <p role="status">{ordersText.refundLoading}</p> : null}
        {rule === undefined ? null : (
          <>
            {items.length > 0 && mayAsk ? (
              <BookChoice
                legend={ordersText.refundWhich}
                books={items.map(({ bookId, title: name, amountFen: fen, obstacle }) => ({
                  bookId,
                  isFixed: obstacle !== undefined,
                  label: (
                    <>
                      {ordersText.refundItem(name, fen)}
                      {obstacle === undefined ? null : (
                        <Text size={13} tone="faint">
                          {' '}
                          {obstacle}
                        </Text>
                      )}
                    </>
                  ),
                }))}
                chosen={chosen.map(({ bookId }) => bookId)}
                onChoose={setWanted}
              />
            ) : null}
            {mayAsk ? (
              <p role="status">
                <strong>{amountFen === 0 ? ordersText.refundNone : ordersText.refundAmount(amountFen)}</strong>
                {items.length === 0 || amountFen === 0 ? null : (
                  <Text block size={14} tone="soft" marginTop={4}>
                    {ordersText.refundConsequence(chosen.map((item) => `《${item.title}》`).join(''))}
                  </Text>
                )}
              </p>
            ) : (
              <div>
                <p>{ordersText.refundImpossible}</p>
                <ul className={styles.obstacles}>
                  {rule.obstacles.map((obstacle) => (
                    <li key={obstacle}>{obstacle}</li>
                  ))}
                </ul>
              </div>
            )}
            <Text as="p" size={13} tone="faint">
              {rule.rule}
              {mayAsk && rule.until !== undefined ? ordersText.refundUntil(dateFormat.format(rule.until)) : ''}
            </Text>
            {mayAsk ? (
              <TextAreaField
                variant="soft"
                label={ordersText.refundReason}
                rows={3}
                maxLength={200}
                placeholder={ordersText.refundReasonHint}
                {...typed.register('reason')}
              />
            ) : null}
          </>
        )}
        <Cluster gap={12} justify="end" marginTop={8}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {mayAsk ? ordersText.cancel : ordersText.close}
          </button>
          {mayAsk ? (
            <button type="submit" className={buttonClass()} disabled={asking.isPending || amountFen === 0}>
              {ordersText.refundSubmit}
            </button>
          ) : null}
        </Cluster>
      </Stack>
    </ModalDialog>
  );
};
