/** Stops what an order gave while its payment is disputed, and lets it go on. */
import { type getDeskOrder, type OutputOf, setOrderRights } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskOrdersText } from '../../platform/messages/zh-cn/desk-orders.ts';
import { KeptReasonDialog } from '../../platform/records/kept-reason-dialog.tsx';
import styles from './desk.module.css';
import { refreshDeskMoney } from './desk-queries.ts';

const text = deskOrdersText.order;
const REASON_CHARS = 200;

export const OrderRights = ({ no, grants }: { no: string; grants: OutputOf<typeof getDeskOrder>['grants'] }) => {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<'suspended' | 'active'>();
  const changing = useMutation({
    mutationFn: (input: { status: 'suspended' | 'active'; reason: string }) => call(setOrderRights, { no, ...input }),
    onSuccess: () => setAsked(undefined),
    onSettled: () => refreshDeskMoney(queryClient),
  });
  const mayStop = grants.some(({ status }) => status === 'active');
  const mayResume = grants.some(({ status }) => status === 'suspended');
  if (!mayStop && !mayResume) return null;
  const isStop = asked === 'suspended';
  return (
    <div className={styles.actions}>
      {mayStop ? (
        <button type="button" className={buttonClass('quiet')} onClick={() => setAsked('suspended')}>
          {text.suspend}
        </button>
      ) : null}
      {mayResume ? (
        <button type="button" className={buttonClass('quiet')} onClick={() => setAsked('active')}>
          {text.resume}
        </button>
      ) : null}
      {asked === undefined ? null : (
        <KeptReasonDialog
          form={`rights:${asked}:${no}`}
          title={isStop ? text.suspendOf(no) : text.resumeOf(no)}
          lead={isStop ? text.suspendLead : text.resumeLead}
          label={deskText.reason}
          hint={isStop ? text.suspendHint : undefined}
          needText={deskText.reasonNeeded}
          maxLength={REASON_CHARS}
          confirmLabel={isStop ? text.suspend : text.resume}
          cancelLabel={deskText.cancel}
          isBusy={changing.isPending}
          onConfirm={(reason) => changing.mutateAsync({ status: asked, reason })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
};
