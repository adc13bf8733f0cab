/** The lists of the statistics of a book: passages, questions, errata and institutions. */
import { type AuthorStatistics, errataChart, STATISTICS_DEFINITIONS as meanings } from '@shufang/contract';
import { EmptyState, type RecordColumn, RecordTable, Section, Stack, Text } from '@shufang/ui';
import { Chart } from '../../platform/charts/chart.tsx';
import { statisticsText as text } from '../../platform/messages/zh-cn/author-statistics.ts';

type Passage = AuthorStatistics['highlighted'][number];
type Question = AuthorStatistics['questions'][number];
type Institution = AuthorStatistics['institutions'][number];

const passageColumns: readonly RecordColumn<Passage>[] = [
  { name: text.passage, kind: 'head', render: ({ quote }) => quote },
  { name: text.chapter, render: ({ chapter }) => chapter },
  { name: text.userCount, kind: 'figure', render: ({ users }) => text.users(users) },
];

const questionColumns: readonly RecordColumn<Question>[] = [
  { name: text.question, kind: 'head', render: ({ itemId }) => itemId },
  { name: text.chapter, render: ({ chapter }) => chapter },
  { name: text.userCount, kind: 'figure', render: ({ users }) => text.users(users) },
  { name: text.facility, kind: 'figure', render: ({ facilityPercent }) => text.percent(facilityPercent) },
  {
    name: text.discrimination,
    kind: 'figure',
    render: ({ discrimination }) => (discrimination === undefined ? text.unknown : (discrimination / 100).toFixed(2)),
  },
];

const institutionColumns: readonly RecordColumn<Institution>[] = [
  { name: text.institution, kind: 'head', render: ({ name }) => name },
  {
    name: meanings.readers.name,
    kind: 'figure',
    render: ({ readers }) => (readers === undefined ? text.hidden : text.users(readers)),
  },
];

interface ListProps<Row> {
  readonly title: string;
  readonly meaning: string;
  readonly empty: string;
  readonly columns: readonly RecordColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

const List = <Row,>({ title, meaning, empty, columns, rows, keyOf }: ListProps<Row>) => (
  <Section title={title}>
    <Stack gap={12}>
      <Text as="p" size={13} tone="faint">
        {meaning}
      </Text>
      {rows.length === 0 ? <EmptyState title={empty} /> : <RecordTable caption={title} columns={columns} rows={rows} keyOf={keyOf} />}
    </Stack>
  </Section>
);

export const StatisticsLists = ({ statistics }: { statistics: AuthorStatistics }) => {
  const errata = errataChart(statistics);
  return (
    <>
      <List
        title={text.highlighted}
        meaning={meanings.highlighted.meaning}
        empty={text.highlightedEmpty}
        columns={passageColumns}
        rows={statistics.highlighted}
        keyOf={({ chapter, quote }) => `${chapter} ${quote}`}
      />
      <List
        title={text.hardest}
        meaning={meanings.questions.meaning}
        empty={text.hardestEmpty}
        columns={questionColumns}
        rows={statistics.questions}
        keyOf={({ chapter, itemId }) => `${chapter} ${itemId}`}
      />
      <List
        title={text.institutions}
        meaning={meanings.institutions.meaning}
        empty={text.institutionsEmpty}
        columns={institutionColumns}
        rows={statistics.institutions}
        keyOf={({ id }) => id}
      />
      {errata === undefined ? null : (
        <Section title={meanings.errata.name}>
          <Chart {...errata} />
        </Section>
      )}
    </>
  );
};
