/** A question as the student sees it: answered, scored and solved as in a book or a paper. */
import { createRandomStream, type QuestionScore, scoreQuestion, shuffleView } from '@shufang/assessment';
import type { Question, QuestionResponse } from '@shufang/contract';
import { Button, Cluster, Stack, Text } from '@shufang/ui';
import { useState } from 'react';
import { PracticeSolution } from '../../../features/practice/practice-solution.tsx';
import { QuestionForm } from '../../../features/practice/question-form.tsx';
import { questionEditorText as text } from '../../../platform/messages/zh-cn/question-editor.ts';

/** Seed of the order in which the preview shows shuffled options: any one, always the same. */
const SEED = '0123456789abcdef0123456789abcdef';

export const QuestionPreview = ({ question }: { readonly question: Question }) => {
  const [response, setResponse] = useState<QuestionResponse>({});
  const [score, setScore] = useState<QuestionScore>();
  const view = shuffleView(question.view, createRandomStream(SEED));
  return (
    <Stack gap={16}>
      <QuestionForm view={view} response={response} score={score} textHint={text.answerHint} onResponse={setResponse} />
      {score === undefined ? null : (
        <>
          <Text as="p" role="status">
            {text.earned(score.earnedMilli, score.possibleMilli)}
            {Object.values(score.responses).some(({ verdict }) => verdict === 'unscored') ? ` ${text.unscored}` : ''}
          </Text>
          <PracticeSolution question={{ view, key: question.key }} />
        </>
      )}
      <Cluster gap={12}>
        {score === undefined ? (
          <Button variant="quiet" onClick={() => setScore(scoreQuestion(question.key, response))}>
            {text.check}
          </Button>
        ) : (
          <Button
            variant="quiet"
            onClick={() => {
              setScore(undefined);
              setResponse({});
            }}
          >
            {text.tryAgain}
          </Button>
        )}
      </Cluster>
    </Stack>
  );
};
