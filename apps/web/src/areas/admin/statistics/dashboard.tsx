/** The numbers of a publisher or of the whole platform, with a period, links to lists, and the meaning of every number. */
import {
  type Dashboard,
  type DashboardBook,
  type DashboardPart,
  dashboardCharts,
  dashboardFigures,
  DASHBOARD_DEFINITIONS as meanings,
  statisticsPeriod,
} from '@shufang/contract';
import {
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
  StateBadge,
  Text,
} from '@shufang/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FigureCards } from '../../../features/statistics/figure-cards.tsx';
import { Chart } from '../../../platform/charts/chart.tsx';
import { dashboardText as text } from '../../../platform/messages/zh-cn/dashboard.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useUrlFilters } from '../../../platform/records/use-url-filters.ts';
import { useSession } from '../../../platform/session/session.ts';
import styles from './dashboard.module.css';
import { dashboardQuery } from './queries.ts';

/** Which lists the operator may open. */
export type OpenLists = Readonly<Record<DashboardPart | 'searches', boolean>>;

const ListLink = ({ to, label }: { to: string; label: string }) => (
  <Text to={to} as={Link} size={14} tone="accent">
    {label}
  </Text>
);

const shown = (value: number | undefined, format: (value: number) => string): string => (value === undefined ? text.hidden : format(value));

/** Returns the columns of the books. Income and readers are absent for a caller who may not see them. */
const columnsOf = ({ sales, reading }: Dashboard, mayOpen: boolean): readonly RecordColumn<DashboardBook>[] => [
  {
    name: text.columns.title,
    kind: 'head',
    render: ({ bookId, title }) =>
      mayOpen ? (
        <Text to={`/admin/books/${bookId}`} as={Link} tone="accent" underline>
          {title}
        </Text>
      ) : (
        title
      ),
  },
  ...(reading === undefined
    ? []
    : ([
        { name: text.columns.readers, kind: 'figure', render: ({ readers }) => shown(readers, text.count) },
        { name: text.columns.hours, kind: 'figure', render: ({ hours }) => shown(hours, text.count) },
        { name: text.columns.done, kind: 'figure', render: ({ donePercent }) => shown(donePercent, text.percent) },
      ] satisfies RecordColumn<DashboardBook>[])),
  ...(sales === undefined
    ? []
    : ([
        { name: text.columns.orders, kind: 'figure', render: ({ orders }) => text.count(orders ?? 0) },
        { name: text.columns.revenue, kind: 'figure', render: ({ revenueFen }) => text.yuan(revenueFen ?? 0) },
      ] satisfies RecordColumn<DashboardBook>[])),
];

const Books = ({ dashboard, mayOpen }: { dashboard: Dashboard; mayOpen: boolean }) => (
  <Section title={text.topBooks} id="books">
    {dashboard.topBooks.length === 0 ? (
      <EmptyState title={text.topNone} />
    ) : (
      <>
        <Text as="p" block size={13} tone="faint">
          {text.topBooksNote}
        </Text>
        <RecordTable
          caption={text.topBooks}
          columns={columnsOf(dashboard, mayOpen)}
          rows={dashboard.topBooks}
          keyOf={({ bookId }) => bookId}
        />
      </>
    )}
  </Section>
);

type Search = NonNullable<Dashboard['searches']>[number];

const searchColumns: readonly RecordColumn<Search>[] = [
  { name: text.word, kind: 'head', render: ({ word }) => word },
  { name: text.times, kind: 'figure', render: ({ count }) => text.count(count) },
];

const Searches = ({ searches, mayOpen }: { searches: readonly Search[]; mayOpen: boolean }) => (
  <Section title={text.searches} more={mayOpen ? <ListLink to="/admin/votes" label={text.searchesMore} /> : null}>
    <Text as="p" block size={13} tone="faint">
      {meanings.searches.meaning}
    </Text>
    {searches.length === 0 ? (
      <Text as="p" block tone="soft" marginTop={12}>
        {text.searchesNone}
      </Text>
    ) : (
      <RecordTable caption={text.searches} columns={searchColumns} rows={searches} keyOf={({ word }) => word} />
    )}
  </Section>
);

const Charts = ({ dashboard }: { dashboard: Dashboard }) => {
  const charts = dashboardCharts(dashboard);
  return charts.length === 0 ? null : (
    <Section title={text.charts}>
      <div className={styles.charts}>
        {charts.map((chart) => (
          <Chart key={chart.title} {...chart} />
        ))}
      </div>
    </Section>
  );
};

interface OperatorDashboardProps {
  readonly opens: OpenLists;
  /** The storage in use, for operators of the platform. */
  readonly storage: ReactNode;
}

export const OperatorDashboard = ({ opens, storage }: OperatorDashboardProps) => {
  const { valueOf, change } = useUrlFilters();
  const userId = useSession((session) => session.userId);
  const period = statisticsPeriod.safeParse(valueOf('period')).data ?? 'term';
  const { data, isError, refetch } = useQuery({ ...dashboardQuery(userId, period), placeholderData: keepPreviousData });
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  const { from, to, isSimulated, searches } = data;
  return (
    <>
      <FilterBar label={text.period}>
        <SelectField
          label={text.period}
          value={period}
          options={statisticsPeriod.options.map((value) => ({ value, label: text.periods[value] }))}
          onChange={(value) => change('period', value === 'term' ? '' : value)}
        />
      </FilterBar>
      <Cluster gap={12} align="center">
        {isSimulated ? <StateBadge tone="wait">{text.simulated}</StateBadge> : null}
        <Text as="p" size={13} tone="faint">
          {text.span(from, to)}。{isSimulated ? text.simulatedHint : null}
        </Text>
      </Cluster>
      {dashboardFigures(data).map(({ part, title, figures }) => (
        <Section key={part} title={title} more={opens[part] ? <ListLink {...text.links[part]} /> : null}>
          <FigureCards figures={figures} />
        </Section>
      ))}
      <Charts dashboard={data} />
      <Books dashboard={data} mayOpen={opens.books} />
      {searches === undefined ? null : <Searches searches={searches} mayOpen={opens.searches} />}
      {storage}
      <Section title={text.definitions} id="definitions">
        <Facts items={Object.values(meanings).map(({ name, meaning }) => [name, meaning] as const)} />
      </Section>
    </>
  );
};
