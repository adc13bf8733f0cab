/** The state of one answer: on the device, at the server with the time, or replaced by another device. */
import { Text, TextButton } from '@shufang/ui';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import type { Answers } from './use-answers.ts';

interface AnswerStatusProps {
  readonly no: number;
  readonly questionId: string;
  readonly answers: Answers;
}

const sentenceOf = ({ no, questionId, answers }: AnswerStatusProps): string => {
  const row = answers.rows.get(questionId);
  if (answers.notStored.has(questionId)) return text.notStored(no);
  if (row === undefined) return '';
  switch (row.state) {
    case 'waiting':
      return text.onDevice(no);
    case 'saved':
      return text.saved(no, row.savedAt ?? 0);
    case 'afterEnd':
      return text.notCounted(no, row.savedAt ?? 0);
    case 'superseded':
      return text.otherDevice(no);
  }
};

export const AnswerStatus = (props: AnswerStatusProps) => {
  const { questionId, answers } = props;
  const row = answers.rows.get(questionId);
  return (
    <Text as="p" size={13} tone="soft" data-state={row?.state} data-question={questionId}>
      {sentenceOf(props)}
      {row?.state === 'superseded' ? (
        <>
          {' '}
          <TextButton tone="accent" underline onClick={() => answers.write(questionId, row.response)}>
            {text.takeThis}
          </TextButton>
        </>
      ) : null}
    </Text>
  );
};
