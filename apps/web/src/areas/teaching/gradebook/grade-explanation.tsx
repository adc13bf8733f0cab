/** How the cell of an assignment came about: every attempt with its deduction, which of them count, and the points of the column. */
import { LoadFailure, RecordsSkeleton, Stack, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { assignmentText } from '../../../platform/messages/zh-cn/assignment.ts';
import { gradebookText as text } from '../../../platform/messages/zh-cn/gradebook.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { textOfGrade } from './grade-value.ts';
import { gradeExplanationQuery } from './queries.ts';

export const GradeExplanation = ({ classId, columnId, userId }: { classId: string; columnId: string; userId: string }) => {
  const { data, isError, refetch } = useQuery(gradeExplanationQuery(classId, columnId, userId));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.howComputed)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  const { attempts, counted, countedMilli, possibleMilli, maxMilli, value, rule } = data;
  const finished = attempts.filter(({ state }) => state === 'handedIn');
  return (
    <Stack gap={12}>
      <Text as="p">
        <Link to={`/assignment/${data.assignmentId}`}>{text.fromAssignment(data.title)}</Link>
      </Text>
      {finished.length === 0 ? (
        <p>{text.notHandedIn}</p>
      ) : (
        <Stack as="ol" gap={8}>
          {finished.map((attempt) => (
            <li key={attempt.id}>
              <Text block>
                {assignmentText.attemptNo(attempt.no)}，{assignmentText.attemptLine(attempt)}
                {counted.includes(attempt.no) ? text.attemptCounts : ''}
              </Text>
              {attempt.score === undefined ? null : (
                <Text block size={13} tone="soft" tabular>
                  {assignmentText.explainScore(attempt.score)}
                </Text>
              )}
            </li>
          ))}
        </Stack>
      )}
      {countedMilli === undefined || value.kind !== 'points' ? null : (
        <Text as="p" tabular>
          {text.scaled(assignmentText.countedRules[rule], countedMilli, possibleMilli, maxMilli, value.milli)}
        </Text>
      )}
      {value.kind === 'state' ? <p>{text.closedWithout(textOfGrade(value))}</p> : null}
      {data.isOverride ? <Text as="p">{text.overridden(textOfGrade(value) || text.empty)}</Text> : null}
    </Stack>
  );
};
