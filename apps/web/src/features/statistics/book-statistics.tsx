/** The statistics of one book for its contributors, with filters, export and the meaning of every number. */
import { exportAuthorStatistics, STATISTICS_DEFINITIONS } from '@shufang/contract';
import { Block, buttonClass, Cluster, EmptyState, Facts, LoadFailure, RecordsSkeleton, Section, StateBadge, Text } from '@shufang/ui';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { saveWorkbook } from '../../platform/api/save-workbook.ts';
import { statisticsText as text } from '../../platform/messages/zh-cn/author-statistics.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../platform/session/session.ts';
import styles from './author-statistics.module.css';
import { statisticsQuery } from './queries.ts';
import { StatisticsCards } from './statistics-cards.tsx';
import { StatisticsCharts } from './statistics-charts.tsx';
import { comparedVersionsOf, isWhole, StatisticsFilter, selectionOf } from './statistics-filter.tsx';
import { StatisticsLists } from './statistics-lists.tsx';
import { TrackingReports } from './tracking-reports.tsx';
import { VersionComparison } from './version-comparison.tsx';

const Definitions = () => (
  <Section title={text.definitions} id="definitions">
    <Facts items={Object.values(STATISTICS_DEFINITIONS).map(({ name, meaning }) => [name, meaning] as const)} />
  </Section>
);

export const BookStatistics = ({ bookId }: { bookId: string }) => {
  const userId = useSession((session) => session.userId);
  const [params] = useSearchParams();
  const selection = selectionOf(bookId, params);
  const { data, isError, refetch } = useQuery({ ...statisticsQuery(userId, selection), placeholderData: keepPreviousData });
  const exporting = useMutation({
    mutationFn: () => call(exportAuthorStatistics, { ...selection, ...comparedVersionsOf(params) }),
    onSuccess: ({ fileName, base64 }) => saveWorkbook(fileName, base64),
  });
  if (data === undefined) {
    return (
      <Block marginTop={24}>
        {isError ? (
          <LoadFailure text={recordsText.failed(text.failed)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
        ) : (
          <RecordsSkeleton label={recordsText.loading} />
        )}
      </Block>
    );
  }
  const { statistics, isSimulated, royaltyDueFen } = data;
  const whole = isWhole(selection);
  return (
    <>
      <div className={styles.head}>
        <StatisticsFilter selection={selection} found={data} />
        <Cluster gap={8} className={styles.actions}>
          <button type="button" className={buttonClass('quiet')} disabled={exporting.isPending} onClick={() => exporting.mutate()}>
            {text.exportWorkbook}
          </button>
          <button type="button" className={buttonClass('quiet')} onClick={() => window.print()}>
            {text.print}
          </button>
        </Cluster>
      </div>
      <Cluster gap={12} align="center">
        {isSimulated ? <StateBadge tone="wait">{text.simulated}</StateBadge> : null}
        <Text as="p" size={13} tone="faint">
          {text.span(statistics.from, statistics.to)}。{text.asOf(statistics.computedAt)}。{isSimulated ? text.simulatedHint : null}
        </Text>
      </Cluster>
      {statistics.readers === undefined ? (
        <EmptyState title={text.tooFew}>
          <p>{whole ? text.tooFewHint : text.tooFewInFilter}</p>
        </EmptyState>
      ) : null}
      <StatisticsCards statistics={statistics} isWhole={whole} royaltyDueFen={royaltyDueFen} />
      {statistics.readers === undefined ? null : <StatisticsCharts statistics={statistics} />}
      {whole ? (
        <StatisticsLists statistics={statistics} />
      ) : (
        <Text as="p" size={13} tone="faint" marginTop={24}>
          {text.wholeOnly}
        </Text>
      )}
      <VersionComparison bookId={bookId} period={selection.period} versions={data.versions} />
      <TrackingReports bookId={bookId} />
      <Definitions />
    </>
  );
};
