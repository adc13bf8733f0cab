/** A question as students see it, with the right responses filled in. */
import { scoreQuestion } from '@shufang/assessment';
import type { Question, QuestionResponse, ResponseKey } from '@shufang/contract';
import { QuestionForm } from '../../../features/practice/question-form.tsx';

/** Returns a response that is right. A response that a person scores is empty. */
const rightResponse = (key: ResponseKey): string[] => {
  switch (key.rule) {
    case 'choice':
    case 'order':
      return key.correct;
    case 'map':
      return key.entries.filter(({ milli }) => milli > 0).map(({ value }) => value);
    case 'pairs':
      return key.correct.map((pair) => pair.join(' '));
    case 'text': {
      const best = key.accepted.toSorted((a, b) => b.milli - a.milli)[0];
      return best === undefined ? [] : [best.text];
    }
    case 'number':
      return [key.value];
    case 'manual':
      return [];
  }
};

export const QuestionPreview = ({ question: { view, key } }: { question: Question }) => {
  const response: QuestionResponse = Object.fromEntries(Object.entries(key.responses).map(([id, each]) => [id, rightResponse(each)]));
  return <QuestionForm view={view} response={response} score={scoreQuestion(key, response)} onResponse={() => undefined} />;
};
