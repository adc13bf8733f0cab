/** The solution of a question: the correct responses, or the sample to compare with, and the explanation. */
import type { ContentNode, Question, ResponseKey } from '@shufang/contract';
import { Stack, Text } from '@shufang/ui';
import { practiceText as text } from '../../platform/messages/zh-cn/practice.ts';
import styles from './practice.module.css';
import { PracticeContent } from './practice-content.tsx';

const SEPARATOR = '；';

/** Returns the correct response to one interaction as a text. */
const correctText = (question: Question, id: string, key: ResponseKey): string => {
  const interaction = question.view.interactions[id];
  if (key.rule === 'number') return key.value;
  if (key.rule === 'text') return key.accepted.map(({ text: accepted }) => accepted).join(text.or);
  if (key.rule !== 'choice' || interaction?.type !== 'choice') return '';
  return key.correct.map((chosen) => text.trueFalse[chosen] ?? chosen).join('、');
};

export const PracticeSolution = ({ question }: { readonly question: Question }) => {
  const keys = Object.entries(question.key.responses);
  const sample = keys.flatMap(([, key]): readonly ContentNode[] => (key.rule === 'manual' ? (key.sample ?? []) : []));
  const { explanation } = question.key;
  return (
    <Stack gap={8} className={styles.solution}>
      {sample.length > 0 ? (
        <div>
          <Text as="h3" size={14} weight={600}>
            {text.sample}
          </Text>
          <PracticeContent nodes={sample} />
        </div>
      ) : (
        <Text as="p">
          <Text weight={600}>{text.answer}</Text>
          {'　'}
          {keys.map(([id, key]) => correctText(question, id, key)).join(SEPARATOR)}
        </Text>
      )}
      {explanation.length > 0 && (
        <div>
          <Text as="h3" size={14} weight={600}>
            {text.explanation}
          </Text>
          <PracticeContent nodes={explanation} />
        </div>
      )}
    </Stack>
  );
};
