/** The filters of the statistics of a book. They are in the URL, so that a view can be sent as a link. */
import { classKind, type getAuthorStatistics, type OutputOf, statisticsPeriod } from '@shufang/contract';
import { FilterBar, SelectField } from '@shufang/ui';
import { useSearchParams } from 'react-router';
import { statisticsText as text } from '../../platform/messages/zh-cn/author-statistics.ts';
import type { StatisticsInput } from './queries.ts';

type Found = OutputOf<typeof getAuthorStatistics>;

const ID = /^[0-9a-z]{26}$/;

/** Returns the selection that the URL states; what is unknown is ignored. */
export const selectionOf = (bookId: string, params: URLSearchParams): StatisticsInput => {
  const period = statisticsPeriod.safeParse(params.get('period'));
  const readers = params.get('readers') ?? '';
  const kind = classKind.safeParse(readers);
  const version = params.get('version') ?? '';
  return {
    bookId,
    period: period.success ? period.data : 'term',
    ...(ID.test(version) ? { versionId: version } : {}),
    ...(kind.success ? { classKind: kind.data } : {}),
    ...(ID.test(readers) ? { institutionId: readers } : {}),
  };
};

/** Returns the versions that the URL asks to compare; an absent one is one of the newest two. */
export const comparedVersionsOf = (params: URLSearchParams): { readonly left?: string; readonly right?: string } =>
  Object.fromEntries(['left', 'right'].flatMap((name) => (ID.test(params.get(name) ?? '') ? [[name, params.get(name)]] : [])));

/** Returns whether the selection is about all readers of all versions. */
export const isWhole = ({ versionId, institutionId, classKind: kind }: StatisticsInput): boolean =>
  versionId === undefined && institutionId === undefined && kind === undefined;

interface StatisticsFilterProps {
  readonly selection: StatisticsInput;
  /** Undefined while it is loading. */
  readonly found: Found | undefined;
}

export const StatisticsFilter = ({ selection, found }: StatisticsFilterProps) => {
  const [, setParams] = useSearchParams();
  const set = (name: string) => (value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const { institutionId } = selection;
  const institutions = found?.statistics.institutions ?? [];
  const isListed = institutionId === undefined || institutions.some(({ id }) => id === institutionId);
  return (
    <FilterBar label={text.filters}>
      <SelectField
        label={text.period}
        value={selection.period ?? 'term'}
        options={statisticsPeriod.options.map((value) => ({ value, label: text.periods[value] }))}
        onChange={set('period')}
      />
      <SelectField
        label={text.version}
        value={selection.versionId ?? ''}
        options={[
          { value: '', label: text.allVersions },
          ...(found?.versions ?? []).map(({ id, no }) => ({ value: id, label: text.versionNo(no) })),
        ]}
        onChange={set('version')}
      />
      <SelectField
        label={text.readersOf}
        value={selection.classKind ?? institutionId ?? ''}
        options={[
          { value: '', label: text.allReaders },
          ...classKind.options.map((value) => ({ value, label: text.classKinds[value] })),
          ...institutions.map(({ id, name }) => ({ value: id, label: name })),
          ...(isListed ? [] : [{ value: institutionId, label: text.institution }]),
        ]}
        onChange={set('readers')}
      />
    </FilterBar>
  );
};
