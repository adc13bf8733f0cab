/** What a receipt says. */
import type { AttemptReceipt } from '@shufang/contract';
import { Facts, Stack, Text, TextButton } from '@shufang/ui';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import styles from './assignment.module.css';

const factsOf = ({ finishedAt, closedBy, answered, questions, events, digest }: AttemptReceipt): (readonly [string, string])[] => [
  [text.receiptFacts.at, `${text.whole(finishedAt)}（${text.closedBy[closedBy]}）`],
  [text.receiptFacts.answered, text.answeredOf(answered, questions)],
  [text.receiptFacts.events, text.eventsOf(events)],
  [text.receiptFacts.digest, digest.slice(0, 16)],
];

interface ReceiptCardProps {
  readonly receipt: AttemptReceipt;
  /** Facts before those of the receipt. */
  readonly more?: readonly (readonly [string, string])[];
}

export const ReceiptCard = ({ receipt, more = [] }: ReceiptCardProps) => (
  <Stack gap={12}>
    <Facts items={[...more, ...factsOf(receipt)]} />
    <div>
      <Text as="p" size={13} tone="soft">
        {text.receiptCode}
      </Text>
      <p className={styles.code}>{receipt.code}</p>
      <TextButton
        tone="accent"
        underline
        onClick={() => {
          void navigator.clipboard.writeText(receipt.code).then(() => broadcast('toast', { kind: 'success', text: text.copied }));
        }}
      >
        {text.copyCode}
      </TextButton>
    </div>
  </Stack>
);
