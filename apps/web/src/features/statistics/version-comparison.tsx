/** Two versions of a book side by side, chosen in the URL, so that a comparison can be sent as a link. */
import { type ComparedFigure, comparedFigures, comparisonCharts, type getAuthorStatistics, type OutputOf } from '@shufang/contract';
import { FilterBar, LoadFailure, type RecordColumn, RecordsSkeleton, RecordTable, Section, SelectField, Stack, Text } from '@shufang/ui';
import { useQueries } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Chart } from '../../platform/charts/chart.tsx';
import { statisticsText as text } from '../../platform/messages/zh-cn/author-statistics.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../platform/session/session.ts';
import styles from './author-statistics.module.css';
import { type StatisticsInput, statisticsQuery } from './queries.ts';
import { comparedVersionsOf } from './statistics-filter.tsx';

type Version = OutputOf<typeof getAuthorStatistics>['versions'][number];

const columnsOf = (versions: readonly Version[]): readonly RecordColumn<ComparedFigure>[] => [
  { name: text.figure, kind: 'head', render: ({ name }) => name },
  ...versions.map(
    ({ no }, index): RecordColumn<ComparedFigure> => ({
      name: text.versionNo(no),
      kind: 'figure',
      render: ({ values }) => values[index],
    }),
  ),
  { name: text.change, kind: 'figure', render: ({ change }) => change ?? text.unknown },
];

interface ComparisonProps {
  readonly bookId: string;
  readonly period: StatisticsInput['period'];
  readonly versions: readonly [Version, Version];
}

const Comparison = ({ bookId, period, versions }: ComparisonProps) => {
  const userId = useSession((session) => session.userId);
  const results = useQueries({ queries: versions.map(({ id }) => statisticsQuery(userId, { bookId, period, versionId: id })) });
  const [first, second] = results.map(({ data }) => data?.statistics);
  if (first === undefined || second === undefined) {
    return results.some(({ isError }) => isError) ? (
      <LoadFailure
        text={recordsText.failed(text.comparisonFailed)}
        retryLabel={recordsText.retry}
        onRetry={() => void Promise.all(results.map(({ refetch }) => refetch()))}
      />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  const compared = [
    { no: versions[0].no, statistics: first },
    { no: versions[1].no, statistics: second },
  ] as const;
  const figures = comparedFigures(compared);
  return (
    <div className={styles.charts}>
      <RecordTable caption={text.comparison} columns={columnsOf(versions)} rows={figures} keyOf={({ name }) => name} />
      {comparisonCharts(compared).map((chart) => (
        <Chart key={chart.title} {...chart} />
      ))}
    </div>
  );
};

interface VersionComparisonProps {
  readonly bookId: string;
  readonly period: StatisticsInput['period'];
  /** Released versions, the newest first. */
  readonly versions: readonly Version[];
}

export const VersionComparison = ({ bookId, period, versions }: VersionComparisonProps) => {
  const [params, setParams] = useSearchParams();
  const [newest, before] = versions;
  if (newest === undefined || before === undefined) {
    return (
      <Section title={text.comparison} id="comparison">
        <Text as="p" size={13} tone="faint">
          {text.oneVersion}
        </Text>
      </Section>
    );
  }
  const asked = comparedVersionsOf(params);
  const [left = before, right = newest] = [asked.left, asked.right].map((id) => versions.find((version) => version.id === id));
  const set = (name: string) => (value: string) =>
    setParams(
      (all) => {
        const next = new URLSearchParams(all);
        next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const options = versions.map(({ id, no }) => ({ value: id, label: text.versionNo(no) }));
  return (
    <Section title={text.comparison} id="comparison">
      <Stack gap={16}>
        <Text as="p" size={13} tone="faint">
          {text.comparisonLead}
        </Text>
        <FilterBar label={text.comparedVersions}>
          <SelectField label={text.leftVersion} value={left.id} options={options} onChange={set('left')} />
          <SelectField label={text.rightVersion} value={right.id} options={options} onChange={set('right')} />
        </FilterBar>
        {left.id === right.id ? (
          <Text as="p" role="status">
            {text.sameVersion}
          </Text>
        ) : (
          <Comparison bookId={bookId} period={period} versions={[left, right]} />
        )}
      </Stack>
    </Section>
  );
};
