/** The paper of a running attempt: time, questions with the state of each answer, and the hand-in. */
import { orderPaper } from '@shufang/assessment';
import type { AttemptReceipt, PaperQuestion, QuestionResponse } from '@shufang/contract';
import { buttonClass, Cluster, PageHeader, Stack, Text } from '@shufang/ui';
import { useMemo, useRef, useState } from 'react';
import { QuestionForm } from '../../../features/practice/question-form.tsx';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { AnswerStatus } from './answer-status.tsx';
import type { AttemptRow } from './answer-store.ts';
import styles from './assignment.module.css';
import { AttemptTimer } from './attempt-timer.tsx';
import { HandInDialog } from './hand-in-dialog.tsx';
import type { ClockReading } from './remaining-time.ts';
import { type Answers, useAnswers } from './use-answers.ts';

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

const Question = ({ no, question, answers }: { no: number; question: PaperQuestion; answers: Answers }) => {
  const { id, view } = question;
  return (
    <section id={anchorOf(id)} tabIndex={-1} className={styles.question} aria-labelledby={`${anchorOf(id)}-no`}>
      <Stack gap={12}>
        <Text as="h2" id={`${anchorOf(id)}-no`} size={16} weight={600}>
          {text.question(no)}
        </Text>
        <QuestionForm
          view={view}
          response={answers.responses.get(id) ?? {}}
          score={undefined}
          textHint={text.answerHint}
          onResponse={(response) => answers.write(id, response)}
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
  const isEnding = useRef(false);
  const questions = useMemo(
    () => (attempt.isShuffled ? orderPaper(paper.items, attempt.seed) : paper.items),
    [attempt.isShuffled, attempt.seed, paper.items],
  );
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
              {text.handIn}
            </button>
          </Cluster>
        </Cluster>
      </div>
      <Stack gap={20} marginTop={20}>
        <nav aria-label={text.questionList}>
          <ul className={styles.jumps}>
            {items.map(({ id, no, isAnswered: isDone }) => (
              <li key={id}>
                <a href={`#${anchorOf(id)}`} className={styles.jump} data-is-answered={isDone} aria-label={text.questionState(no, isDone)}>
                  {no}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {questions.map((question, index) => (
          <Question key={question.id} no={index + 1} question={question} answers={answers} />
        ))}
        <p>
          <button type="button" className={buttonClass()} onClick={() => setAsks(true)}>
            {text.handIn}
          </button>
        </p>
      </Stack>
      {asks || answers.reading.clock.state === 'handedIn' ? (
        <HandInDialog
          items={items}
          waiting={[...answers.rows.values()].filter(({ state }) => state === 'waiting').length}
          isOver={answers.reading.clock.state === 'handedIn'}
          onConfirm={handIn}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </>
  );
};
