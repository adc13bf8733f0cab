/** The paper of a running attempt: time, questions with the state of each answer, and the hand-in. */
import { orderSections, plainSections } from '@shufang/assessment';
import type { AttemptReceipt, PaperQuestion, QuestionResponse, RunningAttempt } from '@shufang/contract';
import { buttonClass, Cluster, PageHeader, Stack, Text } from '@shufang/ui';
import { useMemo, useRef, useState } from 'react';
import { QuestionForm } from '../../../features/practice/question-form.tsx';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { taskText } from '../../../platform/messages/zh-cn/assignment-task.ts';
import type { AttemptRow } from '../../../platform/storage/attempt-database.ts';
import { AnswerFiles } from './answer-files.tsx';
import { AnswerStatus } from './answer-status.tsx';
import styles from './assignment.module.css';
import { AttemptTimer } from './attempt-timer.tsx';
import { WithExamNews } from './exam/exam-news.tsx';
import { HandInDialog } from './hand-in-dialog.tsx';
import type { ClockReading } from './remaining-time.ts';
import { SectionHeading } from './section-heading.tsx';
import { type Answers, useAnswers } from './use-answers.ts';
import { useWaitingFiles } from './use-chosen-files.ts';

interface AnswerPaperProps {
  readonly row: AttemptRow;
  readonly reading: ClockReading;
  readonly onHandedIn: (receipt: AttemptReceipt) => void;
}

export const isAnswered = (response: QuestionResponse | undefined): boolean =>
  Object.values(response ?? {}).some((values) => values.some((value) => value.trim() !== ''));

const anchorOf = (id: string): string => `question-${id}`;

const SendState = ({ answers }: { answers: Answers }) => {
  const waiting = [...answers.rows.values()].filter(({ state }) => state === 'waiting').length;
  if (answers.problem === 'offline' || answers.problem === 'failed') return <p className={styles.problem}>{text.offline}</p>;
  if (answers.problem === 'signedOut') return <p className={styles.problem}>{text.signedOutHere}</p>;
  return (
    <Text as="p" size={13} tone="soft">
      {waiting === 0 ? text.allSaved : text.waiting(waiting)}
    </Text>
  );
};

interface QuestionProps {
  readonly no: number;
  readonly question: PaperQuestion;
  readonly answers: Answers;
  readonly attempt: RunningAttempt;
  /** Whether it is the only thing to do, so that it needs no number. */
  readonly isOnly: boolean;
}

const Question = ({ no, question, answers, attempt, isOnly }: QuestionProps) => {
  const { id, view } = question;
  const { id: attemptId, files: known = [] } = attempt;
  return (
    <section id={anchorOf(id)} tabIndex={-1} className={styles.question} aria-labelledby={`${anchorOf(id)}-no`}>
      <Stack gap={12}>
        <Text as="h2" id={`${anchorOf(id)}-no`} size={16} weight={600}>
          {isOnly ? text.yourWork : text.question(no)}
        </Text>
        <QuestionForm
          view={view}
          response={answers.responses.get(id) ?? {}}
          score={undefined}
          textHint={text.answerHint}
          onResponse={(response) => answers.write(id, response)}
          renderFiles={(slot) => <AnswerFiles {...slot} attemptId={attemptId} questionId={id} known={known} />}
        />
        <AnswerStatus no={no} questionId={id} answers={answers} />
      </Stack>
    </section>
  );
};

export const AnswerPaper = ({ row, reading, onHandedIn }: AnswerPaperProps) => {
  const { attempt, paper } = row;
  const answers = useAnswers({ row, reading });
  const [asks, setAsks] = useState(false);
  const waitingFiles = useWaitingFiles(attempt.id);
  const isEnding = useRef(false);
  const sections = useMemo(
    () => (attempt.isShuffled ? orderSections(paper.sections, paper.items, attempt.seed) : plainSections(paper.sections, paper.items)),
    [attempt.isShuffled, attempt.seed, paper.items, paper.sections],
  );
  const questions = sections.flatMap((section) => section.items);
  const handIn = async (): Promise<void> => onHandedIn(await answers.handIn());
  /** The server closes the attempt by itself; the page only learns of it. It tries again with each reading of the clock. */
  const handleOver = (): void => {
    if (isEnding.current) return;
    isEnding.current = true;
    void handIn().catch(() => {
      isEnding.current = false;
      setAsks(true);
    });
  };
  const isTask = paper.kind === 'upload';
  const handInLabel = isTask ? taskText.handIn.handIn : text.handIn;
  const items = questions.map(({ id }, index) => ({ id, no: index + 1, isAnswered: isAnswered(answers.responses.get(id)) }));
  return (
    <>
      <PageHeader title={paper.title} lead={paper.instructions} />
      <div className={styles.bar}>
        <Cluster gap={16} align="center" justify="between">
          <SendState answers={answers} />
          <Cluster gap={16} align="center">
            <AttemptTimer reading={answers.reading} onOver={handleOver} />
            <button type="button" className={buttonClass()} onClick={() => setAsks(true)}>
              {handInLabel}
            </button>
          </Cluster>
        </Cluster>
      </div>
      <Stack gap={20} marginTop={20}>
        {isTask ? null : (
          <nav aria-label={text.questionList}>
            <ul className={styles.jumps}>
              {items.map(({ id, no, isAnswered: isDone }) => (
                <li key={id}>
                  <a
                    href={`#${anchorOf(id)}`}
                    className={styles.jump}
                    data-is-answered={isDone}
                    aria-label={text.questionState(no, isDone)}
                  >
                    {no}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <WithExamNews attemptId={attempt.id}>
          <Stack gap={20}>
            {sections.map((section) => (
              <Stack key={section.id} gap={20}>
                <SectionHeading section={section} />
                {section.items.map((question) => (
                  <Question
                    key={question.id}
                    no={questions.indexOf(question) + 1}
                    question={question}
                    answers={answers}
                    attempt={attempt}
                    isOnly={isTask}
                  />
                ))}
              </Stack>
            ))}
          </Stack>
        </WithExamNews>
        <p>
          <button type="button" className={buttonClass()} onClick={() => setAsks(true)}>
            {handInLabel}
          </button>
        </p>
      </Stack>
      {asks || answers.reading.clock.state === 'handedIn' ? (
        <HandInDialog
          items={items}
          waiting={[...answers.rows.values()].filter(({ state }) => state === 'waiting').length}
          files={waitingFiles}
          isTask={isTask}
          isOver={answers.reading.clock.state === 'handedIn'}
          onConfirm={handIn}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </>
  );
};
