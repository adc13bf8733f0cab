/** A rubric as a table, for students and teachers; with the level of each criterion that a response got. */
import { rubricMilli } from '@shufang/assessment';
import type { Rubric, RubricCriterion, RubricLevels } from '@shufang/contract';
import { type RecordColumn, RecordTable, Stack, Text } from '@shufang/ui';
import { rubricText as text } from '../../../../platform/messages/zh-cn/marking-rubric.ts';

interface RubricTableProps {
  readonly rubric: Rubric;
  /** The level that each criterion got; absent for a rubric that is not marked. */
  readonly levels?: RubricLevels | undefined;
}

const Levels = ({ criterion }: { criterion: RubricCriterion }) => (
  <Stack as="ul" gap={4}>
    {criterion.levels.map(({ id, milli, description }) => (
      <li key={id}>{text.levelLine(milli, description)}</li>
    ))}
  </Stack>
);

const columns: readonly RecordColumn<RubricCriterion>[] = [
  { name: text.columnCriterion, kind: 'head', render: ({ title }) => title },
  { name: text.columnLevels, render: (criterion) => <Levels criterion={criterion} /> },
];

export const RubricTable = ({ rubric, levels }: RubricTableProps) => {
  const earned: RecordColumn<RubricCriterion> = {
    name: text.columnEarned,
    render: (criterion) => {
      const level = criterion.levels.find(({ id }) => id === levels?.[criterion.id]);
      return <strong>{level === undefined ? '' : text.levelLine(level.milli, level.description)}</strong>;
    },
  };
  return (
    <Stack gap={8}>
      <RecordTable
        caption={rubric.title}
        columns={levels === undefined ? columns : [...columns, earned]}
        rows={rubric.criteria}
        keyOf={({ id }) => id}
      />
      <Text as="p" size={14} tone="soft" tabular>
        {text.total(rubricMilli(rubric), undefined)}
      </Text>
    </Stack>
  );
};
