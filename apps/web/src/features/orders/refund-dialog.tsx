/** Asking for the money back: the rule and whether it can be had are said before anything is asked. */
import { type Order, requestRefund } from '@shufang/contract';
import { buttonClass, ModalDialog } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import styles from './orders.module.css';
import { refreshOrders, refundRuleQuery } from './queries.ts';

const dateFormat = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeStyle: 'short' });

export const RefundDialog = ({ order, onClose }: { order: Order; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const reasonId = useId();
  const [reason, setReason] = useState('');
  const { data: rule, isError, refetch } = useQuery(refundRuleQuery(order.no));
  const asking = useMutation({
    mutationFn: () => call(requestRefund, { no: order.no, reason }),
    onSuccess: onClose,
    onSettled: () => refreshOrders(queryClient),
  });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    asking.mutate();
  };
  const title = order.items.map((item) => `《${item.title}》`).join('、');
  return (
    <ModalDialog title={ordersText.refundDialog} onClose={onClose}>
      <form className={styles.form} onSubmit={handleSubmit}>
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
            {rule.eligible ? (
              <p>
                <strong>{ordersText.refundAmount(rule.amountFen)}</strong>
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
            <p className={styles.faint}>
              {rule.rule}
              {rule.eligible && rule.until !== undefined ? ordersText.refundUntil(dateFormat.format(rule.until)) : ''}
            </p>
            {rule.eligible ? (
              <div className={styles.field}>
                <label htmlFor={reasonId}>{ordersText.refundReason}</label>
                <textarea
                  id={reasonId}
                  className={styles.input}
                  rows={3}
                  maxLength={200}
                  placeholder={ordersText.refundReasonHint}
                  value={reason}
                  onChange={(event) => setReason(event.target.value)}
                />
              </div>
            ) : null}
          </>
        )}
        <div className={styles.dialogActions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {rule?.eligible === true ? ordersText.cancel : ordersText.close}
          </button>
          {rule?.eligible === true ? (
            <button type="submit" className={buttonClass()} disabled={asking.isPending}>
              {ordersText.refundSubmit}
            </button>
          ) : null}
        </div>
      </form>
    </ModalDialog>
  );
};
