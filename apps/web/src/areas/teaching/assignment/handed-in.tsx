/** Shown after the hand-in: the receipt, and the way to the result. */
import type { AttemptReceipt } from '@shufang/contract';
import { buttonClass, Cluster, PageHeader, RecordCard, Stack } from '@shufang/ui';
import { Link } from 'react-router';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { ReceiptCard } from './receipt-card.tsx';

export const HandedIn = ({ assignmentId, receipt }: { assignmentId: string; receipt: AttemptReceipt }) => (
  <>
    <PageHeader title={text.handedInTitle} lead={text.handedInLead} />
    <Stack gap={20}>
      <RecordCard title={text.receiptTitle}>
        <ReceiptCard receipt={receipt} />
      </RecordCard>
      <Cluster gap={12}>
        <Link to={`/assignment/${assignmentId}`} className={buttonClass()}>
          {text.toAssignment}
        </Link>
        <Link to={`/receipt?code=${encodeURIComponent(receipt.code)}`} className={buttonClass('quiet')}>
          {text.verifyHere}
        </Link>
      </Cluster>
    </Stack>
  </>
);
