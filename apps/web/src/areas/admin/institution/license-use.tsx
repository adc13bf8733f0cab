/** The use of the licenses of an institution: charts by month, and each license with its term and seats. */
import { LICENSE_USE_DEFINITIONS, type LicenseState, type LicenseUse, licenseUseCharts } from '@shufang/contract';
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
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Chart } from '../../../platform/charts/chart.tsx';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { licenseUseText } from '../../../platform/messages/zh-cn/license-use.ts';
import { licensesText } from '../../../platform/messages/zh-cn/licenses.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useUrlFilters } from '../../../platform/records/use-url-filters.ts';
import styles from './license-use.module.css';
import { licenseUseQuery } from './queries.ts';

const text = licenseUseText.use;
const day = chineseDates({ dateStyle: 'medium' });

const booksOf = ({ scope, titles, books }: LicenseUse): string =>
  scope === 'all' ? text.allBooks : licensesText.someBooks(titles.join('、'), books > titles.length ? books : 0);

const nameOf = ({ contractNo, scope, books }: LicenseUse): string =>
  text.name(contractNo, scope === 'all' ? text.allBooks : text.books(books));

const capacity = (taken: number | undefined, limit: number | undefined): string =>
  limit === undefined ? text.noLimit : text.inUse(taken ?? 0, limit);

/** Colors of the states of licenses. */
type Tones = Readonly<Record<LicenseState, 'plain' | 'good' | 'wait' | 'stop'>>;

const columnsOf = (tones: Tones): readonly RecordColumn<LicenseUse>[] => [
  {
    name: text.license,
    kind: 'head',
    render: (license) => (
      <>
        {nameOf(license)}
        <Text block size={13} tone="faint" weight={400} breakWords>
          {booksOf(license)}
        </Text>
      </>
    ),
  },
  { name: recordsText.state, render: ({ state }) => <StateBadge tone={tones[state]}>{licensesText.states[state]}</StateBadge> },
  {
    name: licensesText.term,
    // The end of the license is exclusive, so the day shown as the last one is the day before.
    render: ({ startsAt, endsAt }) => `${day.format(startsAt)} ${licensesText.until(day.format(endsAt - 1))}`,
  },
  { name: text.seats, kind: 'figure', render: ({ seats, seatsTaken }) => capacity(seatsTaken, seats) },
  { name: text.concurrent, kind: 'figure', render: ({ concurrent, reading }) => capacity(reading, concurrent) },
  {
    name: text.readers,
    kind: 'figure',
    render: ({ readers }) => (readers === undefined ? text.hidden : text.users(readers)),
  },
];

const Definitions = () => (
  <Section title={text.definitions} id="definitions">
    <Facts items={Object.values(LICENSE_USE_DEFINITIONS).map(({ name, meaning }) => [name, meaning] as const)} />
  </Section>
);

export const InstitutionUse = ({ institutionId, tones }: { institutionId: string; tones: Tones }) => {
  const { valueOf, change } = useUrlFilters();
  const { data, isError, refetch } = useQuery(licenseUseQuery(institutionId));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  const { licenses, isSimulated, computedAt } = data;
  const chosen = licenses.find(({ id }) => id === valueOf('license'));
  const months = chosen?.months ?? data.months;
  const hasNumbers = months.some(({ readers }) => readers !== undefined);
  return (
    <>
      <Cluster gap={12} align="center" marginTop={16}>
        {isSimulated ? <StateBadge tone="wait">{text.simulated}</StateBadge> : null}
        <Text as="p" size={13} tone="faint">
          {text.asOf(computedAt)}。{isSimulated ? text.simulatedHint : null}
        </Text>
      </Cluster>
      <Section title={text.licenses}>
        {licenses.length === 0 ? (
          <EmptyState title={text.noLicense}>
            <p>{text.noLicenseHint}</p>
          </EmptyState>
        ) : (
          <RecordTable caption={text.licenses} columns={columnsOf(tones)} rows={licenses} keyOf={({ id }) => id} />
        )}
      </Section>
      <Section
        title={text.charts}
        more={
          <Text to={`/org/report?institution=${institutionId}`} as={Link} size={14} tone="accent">
            {text.toReport}
          </Text>
        }
      >
        {licenses.length > 1 ? (
          <FilterBar label={text.license}>
            <SelectField
              label={text.license}
              value={chosen?.id ?? ''}
              options={[
                { value: '', label: text.allLicenses },
                ...licenses.map((license) => ({ value: license.id, label: nameOf(license) })),
              ]}
              onChange={(value) => change('license', value)}
            />
          </FilterBar>
        ) : null}
        {hasNumbers ? (
          <div className={styles.charts}>
            {licenseUseCharts(months).map((chart) => (
              <Chart key={chart.title} {...chart} />
            ))}
          </div>
        ) : (
          <EmptyState title={text.none}>
            <p>{text.noneHint}</p>
          </EmptyState>
        )}
      </Section>
      <Definitions />
    </>
  );
};
