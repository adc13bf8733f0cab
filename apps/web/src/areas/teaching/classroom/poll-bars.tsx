/** The votes of a poll as bars, one list per round; the right option is marked by word and color. */
import type { Poll } from '@shufang/contract';
import { Stack, Text } from '@shufang/ui';
import { classroomText as text } from '../../../platform/messages/zh-cn/classroom.ts';
import styles from './classroom.module.css';

const Bars = ({ options, votes, correct }: { options: readonly string[]; votes: readonly number[]; correct: number | undefined }) => {
  const sum = votes.reduce((total, count) => total + count, 0);
  return (
    <ul className={styles.bars}>
      {options.map((option, at) => {
        const count = votes[at] ?? 0;
        const share = sum === 0 ? 0 : Math.round((count / sum) * 100);
        return (
          <li key={`${at}${option}`} className={styles.bar}>
            <span className={styles.label}>
              <span>
                {text.letter(at)}. {option}
                {at === correct ? `（${text.isCorrect}）` : ''}
              </span>
              <Text tabular whiteSpace="nowrap">
                {text.votes(count, share)}
              </Text>
            </span>
            <div className={styles.track} aria-hidden>
              <div className={styles.fill} data-correct={at === correct || undefined} style={{ width: `${share}%` }} />
            </div>
          </li>
        );
      })}
    </ul>
  );
};

export const PollBars = ({ poll: { options, tallies = [], correct } }: { poll: Poll }) => (
  <div className={styles.rounds} data-two={tallies.length > 1 || undefined}>
    {tallies.map((votes, at) => (
      <Stack key={text.roundName(at + 1)} gap={12}>
        {tallies.length > 1 ? (
          <Text as="h3" size={16} weight={600}>
            {text.roundName(at + 1)}
          </Text>
        ) : null}
        <Bars options={options} votes={votes} correct={correct} />
      </Stack>
    ))}
  </div>
);
