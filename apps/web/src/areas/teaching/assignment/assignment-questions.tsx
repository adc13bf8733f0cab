/** The questions of an assignment with their keys, by section, with the pools of its draws; the paper of a draft can be edited. */
import { scoreQuestion } from '@shufang/assessment';
import type { Assignment, AssignmentQuestion, listAssignmentQuestions, OutputOf } from '@shufang/contract';
import { buttonClass, Cluster, EmptyState, LoadFailure, RecordsSkeleton, Section, Stack, Text, TextButton } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { markingText } from '../../../platform/messages/zh-cn/marking.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import styles from './assignment.module.css';
import { RegradeDialog } from './marking/regrade-dialog.tsx';
import { questionsQuery } from './queries.ts';
import { QuestionPreview } from './question-preview.tsx';
import { SectionHeading } from './section-heading.tsx';

const possibleMilliOf = ({ key }: AssignmentQuestion): number => scoreQuestion(key, {}).possibleMilli;

/** Called with a question whose key the teacher wants to correct, and its name; absent while keys cannot be corrected. */
type OnCorrect = ((question: AssignmentQuestion, name: string) => void) | undefined;

interface QuestionProps {
  readonly name: string;
  readonly question: AssignmentQuestion;
  readonly onCorrect: OnCorrect;
}

const Question = ({ name, question, onCorrect }: QuestionProps) => (
  <section className={styles.question} data-is-compact="true" aria-labelledby={`of-${question.id}`}>
    <Stack gap={12}>
      <Cluster gap={12} justify="between" align="baseline">
        <Text as="h3" id={`of-${question.id}`} size={16} weight={600}>
          {name}
        </Text>
        {onCorrect === undefined ? null : (
          <TextButton tone="accent" underline aria-label={markingText.regradeOf(name)} onClick={() => onCorrect(question, name)}>
            {markingText.regrade}
          </TextButton>
        )}
      </Cluster>
      <QuestionPreview question={question} />
    </Stack>
  </section>
);

type LoadedSection = OutputOf<typeof listAssignmentQuestions>['layout']['sections'][number];

/** The questions of a draw, which are closed at first: a pool may have hundreds. */
const Pool = ({ count, questions, onCorrect }: { count: number; questions: readonly AssignmentQuestion[]; onCorrect: OnCorrect }) => (
  <details className={styles.question} data-is-compact="true">
    <summary>{text.drawOf(count, questions.length, questions[0] === undefined ? 0 : possibleMilliOf(questions[0]))}</summary>
    <Stack gap={12} marginTop={12}>
      {questions.map((question, index) => (
        <Question key={question.id} name={text.poolQuestionNo(index + 1)} question={question} onCorrect={onCorrect} />
      ))}
    </Stack>
  </details>
);

interface QuestionsProps {
  readonly sections: readonly LoadedSection[];
  readonly items: readonly AssignmentQuestion[];
  readonly onCorrect: OnCorrect;
}

const Questions = ({ sections, items, onCorrect }: QuestionsProps) => {
  const byId = new Map(items.map((question) => [question.id, question]));
  let no = 0;
  return sections.map(({ id, entries, ...section }) => (
    <Stack key={id} gap={16}>
      <SectionHeading section={section} />
      {entries.map((entry) => {
        if (entry.kind === 'draw') {
          no += entry.count;
          const pool = entry.pool.flatMap((each) => byId.get(each) ?? []);
          return <Pool key={entry.slotId} count={entry.count} questions={pool} onCorrect={onCorrect} />;
        }
        const question = byId.get(entry.questionId);
        if (question === undefined) return null;
        no += 1;
        const name = text.questionNo(no, possibleMilliOf(question));
        return <Question key={entry.slotId} name={name} question={question} onCorrect={onCorrect} />;
      })}
    </Stack>
  ));
};

export const AssignmentQuestions = ({ one }: { one: Assignment }) => {
  const userId = useSession((session) => session.userId);
  /** The question whose key is being corrected. */
  const [corrected, setCorrected] = useState<{ readonly question: AssignmentQuestion; readonly name: string }>();
  const { data, isError, refetch } = useQuery(questionsQuery(userId, one.id));
  const mayCorrect = one.status !== 'draft' && one.mayEdit;
  const handleCorrect = (question: AssignmentQuestion, name: string): void => setCorrected({ question, name });
  const isEditable = one.status === 'draft' && one.mayEdit;
  const isEmpty = data?.items.length === 0;
  const edit = isEditable ? (
    <Link to={`/assignment/${one.id}/paper`} className={buttonClass(isEmpty ? undefined : 'quiet')}>
      {text.editPaper}
    </Link>
  ) : null;
  const actions = (
    <Cluster gap={12}>
      {edit}
      <Link to={`/assignment/${one.id}/preview`} className={buttonClass('quiet')}>
        {text.previewPaper}
      </Link>
    </Cluster>
  );
  return (
    <Section title={text.questionsTitle} more={data === undefined || isEmpty ? undefined : actions}>
      {data === undefined && isError ? (
        <LoadFailure text={recordsText.failed(text.questionsTitle)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && !isError ? <RecordsSkeleton label={recordsText.loading} /> : null}
      {isEmpty ? (
        <EmptyState title={text.noQuestions}>
          <p>{text.noQuestionsHint}</p>
          {edit}
        </EmptyState>
      ) : null}
      {data === undefined || isEmpty ? null : (
        <Stack gap={16}>
          <Questions sections={data.layout.sections} items={data.items} onCorrect={mayCorrect ? handleCorrect : undefined} />
        </Stack>
      )}
      {corrected === undefined ? null : <RegradeDialog one={one} {...corrected} onClose={() => setCorrected(undefined)} />}
    </Section>
  );
};
