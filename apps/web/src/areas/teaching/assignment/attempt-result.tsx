/** A finished attempt: the score with its explanation, each question with what is released, and the receipt. */
import { plainSections, scoreQuestion } from '@shufang/assessment';
import type { AttemptQuestion } from '@shufang/contract';
import { LoadFailure, RecordCard, RecordsSkeleton, Stack, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { PracticeContent } from '../../../features/practice/practice-content.tsx';
import { QuestionForm } from '../../../features/practice/question-form.tsx';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import styles from './assignment.module.css';
import { HandedFiles } from './handed-files.tsx';
import { HandedWorkView } from './handed-work.tsx';
import { HIDDEN_SCORE } from './hidden-score.ts';
import { RubricTable } from './marking/rubric-table.tsx';
import { resultQuery } from './queries.ts';
import { ReceiptCard } from './receipt-card.tsx';
import { SectionHeading } from './section-heading.tsx';

const Question = ({ no, question, attemptId }: { no: number; question: AttemptQuestion; attemptId: string }) => {
  const { view, response, responses, verdict, earnedMilli, possibleMilli, explanation, comment, marked } = question;
  const score = responses === undefined ? HIDDEN_SCORE : scoreQuestion({ responses, explanation: [] }, response ?? {});
  return (
    <section className={styles.question} data-is-compact="true" aria-labelledby={`result-${question.id}`}>
      <Stack gap={12}>
        <Text as="h3" id={`result-${question.id}`} size={16} weight={600}>
          {text.question(no)}
          {verdict === undefined ? null : `　${text.verdictsOf[verdict]}`}
          <Text size={14} tone="soft" weight={400}>
            　{text.earned(earnedMilli, possibleMilli)}
          </Text>
        </Text>
        {question.work === undefined ? (
          <QuestionForm
            view={view}
            response={response ?? {}}
            score={score}
            onResponse={() => undefined}
            renderFiles={() => <HandedFiles attemptId={attemptId} files={question.files ?? []} />}
          />
        ) : (
          <HandedWorkView work={question.work} />
        )}
        {response === undefined ? (
          <Text as="p" size={14} tone="soft">
            {text.unanswered}
          </Text>
        ) : null}
        {marked === undefined ? null : <RubricTable rubric={marked.rubric} levels={marked.levels} />}
        {comment === undefined ? null : (
          <p>
            <strong>{text.comment}</strong>　{comment}
          </p>
        )}
        {explanation === undefined || explanation.length === 0 ? null : (
          <div>
            <strong>{text.explanation}</strong>
            <PracticeContent nodes={explanation} />
          </div>
        )}
      </Stack>
    </section>
  );
};

export const AttemptResultView = ({ attemptId }: { attemptId: string }) => {
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(resultQuery(userId, attemptId));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.result)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  const { attempt, student, receipt, questions, sections, afterEnd } = data;
  return (
    <Stack gap={16}>
      <Text as="h2" size={20}>
        {student === undefined ? text.resultTitle(attempt.no) : `${text.studentResult(student)}（${text.attemptNo(attempt.no)}）`}
      </Text>
      <p>{attempt.score === undefined ? text.scoreHidden : text.explainScore(attempt.score)}</p>
      {afterEnd === 0 ? null : <p className={styles.problem}>{text.afterEnd(afterEnd)}</p>}
      {plainSections(sections, questions).map(({ items, ...section }) => (
        <Stack key={section.id} gap={16}>
          <SectionHeading section={section} />
          {items.map((question) => (
            <Question key={question.id} no={questions.indexOf(question) + 1} question={question} attemptId={attemptId} />
          ))}
        </Stack>
      ))}
      {questions.some(({ work }) => work?.kind === 'discussion') ? null : (
        <RecordCard title={text.receiptTitle}>
          <ReceiptCard receipt={receipt} />
        </RecordCard>
      )}
    </Stack>
  );
};
