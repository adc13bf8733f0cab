/** The COUNTER report of an institution: its header, the requests by month and by book, and the downloads. */
import {
  type ChartModel,
  type CounterItem,
  type CounterReport,
  counterCsv,
  counterMetric,
  counterMonths,
  counterTotal,
  LICENSE_USE_DEFINITIONS as meanings,
  monthLabel,
} from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  EmptyState,
  Facts,
  FilterBar,
  LoadFailure,
  type RecordColumn,
  RecordsSkeleton,
  RecordTable,
  Section,
  SelectField,
} from '@shufang/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { saveFile } from '../../../platform/api/save-file.ts';
import { Chart } from '../../../platform/charts/chart.tsx';
import { licenseUseText } from '../../../platform/messages/zh-cn/license-use.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useUrlFilters } from '../../../platform/records/use-url-filters.ts';
import styles from './license-use.module.css';
import { counterReportQuery } from './queries.ts';

const text = licenseUseText.report;
const PERIODS = ['12', '24', '36'] as const;
type Period = (typeof PERIODS)[number];

/** Returns the first month of a period of complete months, in the calendar of this device. */
const firstMonth = (period: Period): string => {
  const today = new Date();
  return new Date(Date.UTC(today.getFullYear(), today.getMonth() - Number(period), 1)).toISOString().slice(0, 7);
};

const yearOf = ({ Attribute_Performance: [first] }: CounterItem): string =>
  first === undefined || first.YOP === '0001' ? text.unknown : first.YOP;

const columns: readonly RecordColumn<CounterItem>[] = [
  { name: text.columns.title, kind: 'head', render: ({ Title }) => Title },
  { name: text.columns.publisher, render: ({ Publisher }) => Publisher || text.unknown },
  { name: text.columns.isbn, render: ({ Item_ID }) => Item_ID.ISBN ?? text.unknown },
  { name: text.columns.year, render: yearOf },
  ...counterMetric.options.map(
    (metric): RecordColumn<CounterItem> => ({
      name: text.metrics[metric],
      kind: 'figure',
      render: (item) => text.count(counterTotal(item, metric)),
    }),
  ),
];

/** Returns the requests of all listed books by month. */
const chartOf = (report: CounterReport): ChartModel => ({
  kind: 'bar',
  title: text.byMonth,
  note: `${meanings.titleRequests.name}：${meanings.titleRequests.meaning}。${meanings.itemRequests.name}：${meanings.itemRequests.meaning}`,
  axis: meanings.months.name,
  series: counterMetric.options.map((metric) => ({ key: metric, name: text.metrics[metric] })),
  points: counterMonths(report).map((month) => ({
    label: monthLabel(month),
    values: Object.fromEntries(
      counterMetric.options.map((metric) => [
        metric,
        report.Report_Items.flatMap(({ Attribute_Performance: parts }) => parts).reduce(
          (sum, { Performance }) => sum + (Performance[metric][month] ?? 0),
          0,
        ),
      ]),
    ),
  })),
  unit: 'count',
  absent: text.unknown,
});

const Header = ({ report: { Report_Header: head } }: { report: CounterReport }) => {
  const { Report_Filters: filters, Exceptions: exceptions } = head;
  return (
    <Section title={text.header}>
      <Facts
        items={[
          [text.headers.name, `${head.Report_ID} ${head.Report_Name}`],
          [text.headers.release, `COUNTER ${head.Release}`],
          [text.headers.institution, head.Institution_Name],
          [text.headers.period, `${filters.Begin_Date} – ${filters.End_Date}`],
          [text.headers.created, head.Created],
          [
            text.headers.exceptions,
            exceptions.length === 0 ? text.noExceptions : exceptions.map(({ Code, Data }) => `${Code} ${Data}`).join('；'),
          ],
        ]}
      />
    </Section>
  );
};

const save = (report: CounterReport, format: 'csv' | 'json'): void => {
  const { Institution_Name: name, Report_Filters: filters } = report.Report_Header;
  const file = `${text.fileName(name, filters.Begin_Date.slice(0, 7), filters.End_Date.slice(0, 7))}.${format}`;
  saveFile(
    file,
    format === 'csv'
      ? new Blob([counterCsv(report)], { type: 'text/csv;charset=utf-8' })
      : new Blob([`${JSON.stringify(report, undefined, 2)}\n`], { type: 'application/json' }),
  );
};

export const InstitutionReport = ({ institutionId }: { institutionId: string }) => {
  const { valueOf, change } = useUrlFilters();
  const period = PERIODS.find((one) => one === valueOf('months')) ?? '12';
  const { data, isError, refetch } = useQuery({
    ...counterReportQuery(institutionId, period === '12' ? undefined : firstMonth(period)),
    placeholderData: keepPreviousData,
  });
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  const { report } = data;
  return (
    <>
      <div className={styles.head}>
        <FilterBar label={text.period}>
          <SelectField
            label={text.period}
            value={period}
            options={PERIODS.map((value) => ({ value, label: text.periods[value] }))}
            onChange={(value) => change('months', value === '12' ? '' : value)}
          />
        </FilterBar>
        <Cluster gap={8}>
          <button type="button" className={buttonClass('quiet')} onClick={() => save(report, 'csv')}>
            {text.csv}
          </button>
          <button type="button" className={buttonClass('quiet')} onClick={() => save(report, 'json')}>
            {text.json}
          </button>
        </Cluster>
      </div>
      <Header report={report} />
      {report.Report_Items.length === 0 ? (
        <EmptyState title={text.none}>
          <p>{text.noneHint}</p>
        </EmptyState>
      ) : (
        <>
          <Section title={text.byMonth}>
            <Chart {...chartOf(report)} />
          </Section>
          <Section title={text.books}>
            <RecordTable caption={text.books} columns={columns} rows={report.Report_Items} keyOf={({ Item_ID }) => Item_ID.Proprietary} />
          </Section>
        </>
      )}
    </>
  );
};
