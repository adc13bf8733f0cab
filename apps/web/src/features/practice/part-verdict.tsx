/** The result of one part of a question, as text beside the part. */
import type { Verdict } from '@shufang/assessment';
import { Text } from '@shufang/ui';
import { practiceText as text } from '../../platform/messages/zh-cn/practice.ts';

export const PartVerdict = ({ verdict }: { readonly verdict: Verdict | undefined }) =>
  verdict === undefined ? null : (
    <Text size={13} tone="soft" whiteSpace="nowrap">
      {text.partLabels[verdict]}
    </Text>
  );
