/** The choice of a level for each criterion of a rubric, by pointer or by digits: a digit chooses in the current criterion and goes on. */
import { rubricScore } from '@shufang/assessment';
import type { Rubric, RubricLevels } from '@shufang/contract';
import { RadioOption, Stack, Text } from '@shufang/ui';
import { rubricText as text } from '../../../../platform/messages/zh-cn/marking-rubric.ts';
import styles from './rubric.module.css';

interface RubricChoiceProps {
  readonly rubric: Rubric;
  readonly possibleMilli: number;
  readonly levels: RubricLevels;
  /** Position of the criterion that digits choose for. */
  readonly current: number;
  readonly problem: string | undefined;
  readonly onChoose: (criterion: number, levelId: string) => void;
}

/** Returns the levels after a digit is typed in a criterion; undefined if the criterion has no such level. */
export const levelOfDigit = ({ criteria }: Rubric, current: number, digit: string): string | undefined =>
  criteria[current]?.levels[Number(digit) - 1]?.id;

/** Returns the first criterion without a level; the last one if each has one. */
export const firstOpen = ({ criteria }: Rubric, levels: RubricLevels): number => {
  const open = criteria.findIndex(({ id }) => levels[id] === undefined);
  return open === -1 ? criteria.length - 1 : open;
};

export const RubricChoice = ({ rubric, possibleMilli, levels, current, problem, onChoose }: RubricChoiceProps) => {
  const sum = rubricScore(rubric, levels);
  return (
    <Stack gap={12} as="section" aria-label={text.marking(rubric.title)}>
      <Text as="h3" size={16} weight={600}>
        {text.marking(rubric.title)}
      </Text>
      {rubric.criteria.map((criterion, index) => (
        <Stack key={criterion.id} as="fieldset" gap={8} className={styles.criterion} data-is-current={index === current}>
          <legend>{criterion.title}</legend>
          {criterion.levels.map(({ id, milli, description }, at) => (
            <RadioOption key={id} name={criterion.id} value={id} checked={levels[criterion.id] === id} onChange={() => onChoose(index, id)}>
              {text.level(at + 1, milli, description)}
            </RadioOption>
          ))}
        </Stack>
      ))}
      <Text as="p" role="status" weight={600} tabular>
        {sum === undefined ? text.sumOpen(Object.keys(levels).length, rubric.criteria.length) : text.sum(sum, possibleMilli)}
      </Text>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
    </Stack>
  );
};
