/**
 * Dialog with a practice question of the book: answered, checked on the device at once, and repeated. What is typed is stored as a draft on
 * every change; each checked answer is stored and synced. Works offline, because the question is in the text of the book.
 */
import { type QuestionScore, questionFromPractice, questionType, scoreQuestion } from '@shufang/assessment';
import type { PracticeAnswer, PracticeItem, Question } from '@shufang/contract';
import { Button, Cluster, ModalDialog, Stack, Text } from '@shufang/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from '../../platform/forms/use-form.ts';
import { practiceText as text } from '../../platform/messages/zh-cn/practice.ts';
import styles from './practice.module.css';
import { PracticeSolution } from './practice-solution.tsx';
import { QuestionForm } from './question-form.tsx';
import { readResponse } from './read-response.ts';
import { usePracticeAnswer } from './use-practice-answer.ts';

interface PracticeDialogProps {
  readonly item: PracticeItem;
  readonly bookId: string;
  readonly versionId: string;
  readonly onClose: () => void;
}

/** Returns whether a person must compare the response with the answer, because it cannot be scored. */
const needsComparison = (score: QuestionScore): boolean => score.verdict === 'unscored';

const isManual = ({ key }: Question): boolean => Object.values(key.responses).every(({ rule }) => rule === 'manual');

export const PracticeDialog = ({ item, bookId, versionId, onClose }: PracticeDialogProps) => {
  const question = useMemo(() => questionFromPractice(item), [item]);
  const { id, last, save } = usePracticeAnswer(bookId, item);
  const form = useForm({ initial: { response: '{}' }, draft: `practice:${id}` });
  const response = readResponse(form.values.response);
  const problem = form.errors.response?.message;
  const [score, setScore] = useState<QuestionScore>();
  const [isSolutionShown, setSolutionShown] = useState(false);
  const [assessed, setAssessed] = useState<'correct' | 'wrong'>();
  const element = useRef<HTMLFormElement>(null);
  const status = useRef<HTMLDivElement>(null);
  const wasChecked = useRef(false);
  // The controls are disabled after a check. The focus goes to the result, and back to the first control when the question is repeated.
  useEffect(() => {
    if (score !== undefined) status.current?.focus();
    else if (wasChecked.current)
      element.current?.querySelector<HTMLElement>('input, textarea, select, fieldset button, button[aria-pressed]')?.focus();
    wasChecked.current = score !== undefined;
  }, [score]);
  const verdict = score === undefined || needsComparison(score) ? assessed : score.verdict;

  const store = (given: PracticeAnswer['verdict'], isSelfAssessed: boolean): void => {
    save({ versionId, response, verdict: given, isSelfAssessed }).then(form.dropDraft, (error: unknown) => {
      reportError(error);
      form.setError('response', { message: text.notSaved });
    });
  };
  const handleCheck = form.handleSubmit(() => {
    const result = scoreQuestion(question.key, response);
    if (result.verdict === 'unanswered') {
      form.setError('response', { message: text.needsResponse });
      return;
    }
    form.clearErrors();
    setScore(result);
    if (needsComparison(result)) setSolutionShown(true);
    else if (result.verdict !== 'unscored') store(result.verdict, false);
    if (result.verdict === 'correct') setSolutionShown(true);
  });
  const assess = (given: 'correct' | 'wrong'): void => {
    setAssessed(given);
    store(given, true);
  };
  const repeat = (): void => {
    setScore(undefined);
    setAssessed(undefined);
    setSolutionShown(false);
    form.reset();
  };

  return (
    <ModalDialog title={text.types[questionType(question)]} onClose={onClose}>
      <Stack ref={element} as="form" gap={16} noValidate onSubmit={handleCheck}>
        {last !== undefined && score === undefined && (
          <Text as="p" size={13} tone="soft">
            {text.last(last)}
          </Text>
        )}
        <QuestionForm
          view={question.view}
          response={response}
          score={score}
          onResponse={(given) => {
            form.setValue('response', JSON.stringify(given));
            form.clearErrors();
          }}
        />
        <div ref={status} role="status" tabIndex={-1} className={styles.status}>
          {problem !== undefined && <p className={styles.problem}>{problem}</p>}
          {verdict !== undefined && verdict !== 'unanswered' && verdict !== 'unscored' && (
            <p className={styles.verdict} data-verdict={verdict}>
              {text.verdicts[verdict]}
              <Text size={13} tone="soft" weight={400}>
                {problem === undefined ? text.saved : null}
              </Text>
            </p>
          )}
          {score !== undefined && needsComparison(score) && assessed === undefined && (
            <Text as="p" tone="soft">
              {isManual(question) ? text.compareHint : text.unscored}
            </Text>
          )}
        </div>
        {isSolutionShown && <PracticeSolution question={question} />}
        {score !== undefined && needsComparison(score) && assessed === undefined && (
          <Stack role="group" aria-label={text.selfAssess} gap={8}>
            <Text as="p">{text.selfAssess}</Text>
            <Cluster gap={12}>
              <Button onClick={() => assess('correct')}>{text.selfCorrect}</Button>
              <Button onClick={() => assess('wrong')}>{text.selfWrong}</Button>
            </Cluster>
          </Stack>
        )}
        <Cluster gap={12} justify="end">
          <Button variant="quiet" onClick={onClose}>
            {text.close}
          </Button>
          {score !== undefined && !isSolutionShown && (
            <Button variant="quiet" onClick={() => setSolutionShown(true)}>
              {text.showAnswer}
            </Button>
          )}
          {score === undefined ? (
            <Button type="submit">{isManual(question) ? text.compare : text.check}</Button>
          ) : (
            <Button variant={verdict === 'partial' || verdict === 'wrong' ? 'main' : 'quiet'} onClick={repeat}>
              {text.again}
            </Button>
          )}
        </Cluster>
      </Stack>
    </ModalDialog>
  );
};
