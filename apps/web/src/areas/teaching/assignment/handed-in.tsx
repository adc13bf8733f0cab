/** Shown after the hand-in: the receipt, and the way to the result. */
import type { AttemptReceipt } from '@shufang/contract';
import { buttonClass, Cluster, PageHeader, RecordCard, Stack } from '@shufang/ui';
import { Link } from 'react-router';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { taskText } from '../../../platform/messages/zh-cn/assignment-task.ts';
import { ReceiptCard } from './receipt-card.tsx';

interface HandedInProps {
  readonly assignmentId: string;
  readonly receipt: AttemptReceipt;
  /** Whether it is a task instead of a paper with questions. */
  readonly isTask: boolean;
}

const textOf = (isTask: boolean) => (isTask ? taskText.handIn : text);

export const HandedIn = ({ assignmentId, receipt, isTask }: HandedInProps) => (
  <>
    <PageHeader title={textOf(isTask).handedInTitle} lead={textOf(isTask).handedInLead} />
    <Stack gap={20}>
      <RecordCard title={textOf(isTask).receiptTitle}>
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
