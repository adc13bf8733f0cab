/** The questions of an assignment that a person scores, and the scoring of one of them. */
import { isScoredByTeacher } from '@shufang/assessment';
import { type Assignment, labelsOfPaper } from '@shufang/contract';
import { buttonClass, Cluster, LoadFailure, RecordsSkeleton, Section, Stack } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { taskText } from '../../../platform/messages/zh-cn/assignment-task.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import { MarkingPlanView } from './marking/marking-plan.tsx';
import { questionsQuery } from './queries.ts';
import { ResponseScoring } from './response-scoring.tsx';

export const MarkingSection = ({ one }: { one: Assignment }) => {
  const userId = useSession((session) => session.userId);
  const [params, setParams] = useSearchParams();
  const { data, isError, refetch } = useQuery(questionsQuery(userId, one.id));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.questionsTitle)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  const labels = labelsOfPaper(data.layout);
  const manual = data.items.flatMap(({ id, key }) => (isScoredByTeacher(key) ? [{ id, label: labels.get(id) ?? id }] : []));
  if (manual.length === 0) return null;
  const shown = manual.find(({ id }) => id === params.get('question'));
  return (
    <Section title={text.markingTitle}>
      <Stack gap={20}>
        <p>{one.task === undefined ? text.markingLead : taskText.markingLead}</p>
        <MarkingPlanView one={one} labels={labels} />
        <Cluster gap={12}>
          {manual.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              className={buttonClass('quiet')}
              aria-pressed={shown?.id === id}
              onClick={() => setParams(shown?.id === id ? {} : { question: id })}
            >
              {one.task === undefined ? text.scoreQuestion(label) : taskText.mark}
            </button>
          ))}
        </Cluster>
        {shown === undefined ? null : <ResponseScoring key={shown.id} assignmentId={one.id} questionId={shown.id} />}
      </Stack>
    </Section>
  );
};
