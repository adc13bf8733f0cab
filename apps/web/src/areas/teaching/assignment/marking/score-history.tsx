/** Every change of the score of one response: who, when, before and after. */
import { LoadFailure, RecordsSkeleton, Stack, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { markingText as text } from '../../../../platform/messages/zh-cn/marking.ts';
import { recordsText } from '../../../../platform/messages/zh-cn/records.ts';
import { scoreHistoryQuery } from './queries.ts';

export const ScoreHistory = ({ attemptId, questionId }: { attemptId: string; questionId: string }) => {
  const { data, isError, refetch } = useQuery(scoreHistoryQuery(attemptId, questionId));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.scoreHistory)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  if (data.items.length === 0) return <p>{text.noScoreHistory}</p>;
  return (
    <Stack as="ol" gap={8} aria-label={text.scoreHistory}>
      {data.items.map((change) => (
        <li key={`${change.at} ${change.beforeMilli ?? ''} ${change.afterMilli ?? ''}`}>
          <Text block tabular>
            {text.scoreChange(change.beforeMilli, change.afterMilli)}
          </Text>
          <Text block size={13} tone="soft">
            {text.scoreChangedBy(change)}
          </Text>
        </li>
      ))}
    </Stack>
  );
};
