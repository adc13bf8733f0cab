/** Card that suspends the entitlements of an order while its payment is disputed, and resumes them afterwards. */
import { type getAdminOrder, type OutputOf, setOrderRights } from '@shufang/contract';
import { buttonClass, Cluster } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminOrdersText } from '../../../platform/messages/zh-cn/admin-orders.ts';
import { ReasonDialogWithDraft } from '../../../platform/records/reason-dialog-with-draft.tsx';
import { refreshAdminPayments } from './admin-queries.ts';

const text = adminOrdersText.order;
const REASON_CHARS = 200;

export const OrderRights = ({ no, grants }: { no: string; grants: OutputOf<typeof getAdminOrder>['grants'] }) => {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<'suspended' | 'active'>();
  const changing = useMutation({
    mutationFn: (input: { status: 'suspended' | 'active'; reason: string }) => call(setOrderRights, { no, ...input }),
    onSuccess: () => setAsked(undefined),
    onSettled: () => refreshAdminPayments(queryClient),
  });
  const mayStop = grants.some(({ status }) => status === 'active');
  const mayResume = grants.some(({ status }) => status === 'suspended');
  if (!mayStop && !mayResume) return null;
  const isStop = asked === 'suspended';
  return (
    <Cluster gap={12} align="center" marginTop={20}>
      {mayStop ? (
        <button type="button" className={buttonClass('quietDanger')} onClick={() => setAsked('suspended')}>
          {text.suspend}
        </button>
      ) : null}
      {mayResume ? (
        <button type="button" className={buttonClass('quiet')} onClick={() => setAsked('active')}>
          {text.resume}
        </button>
      ) : null}
      {asked === undefined ? null : (
        <ReasonDialogWithDraft
          form={`rights:${asked}:${no}`}
          title={isStop ? text.suspendOf(no) : text.resumeOf(no)}
          lead={isStop ? text.suspendLead : text.resumeLead}
          label={adminText.reason}
          hint={isStop ? text.suspendHint : undefined}
          needText={adminText.reasonNeeded}
          maxLength={REASON_CHARS}
          confirmLabel={isStop ? text.suspend : text.resume}
          isDestructive={isStop}
          cancelLabel={adminText.cancel}
          isBusy={changing.isPending}
          onConfirm={(reason) => changing.mutateAsync({ status: asked, reason })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Cluster>
  );
};
