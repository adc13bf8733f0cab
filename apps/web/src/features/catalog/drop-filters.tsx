/**
 * Suggestions for an empty list of books: the filters that the user can remove, each with the number of books that are found without it.
 */
import type { CourseFilter, TotalsWithoutFilter } from '@shufang/contract';
import { buttonClass, Cluster, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './drop-filters.module.css';
import type { ChosenFilter } from './filter-choices.ts';

interface DropFiltersProps {
  readonly chosen: readonly ChosenFilter[];
  /** For each filter, the number of books that match all other filters. */
  readonly totals: TotalsWithoutFilter;
  /** Returns the URL of the list without the given filter. */
  readonly addressWithout: (filter: CourseFilter) => string;
  /** URL of the list without any filter. */
  readonly clearAddress: string;
}

export const DropFilters = ({ chosen, totals, addressWithout, clearAddress }: DropFiltersProps) => {
  const countOf = (filter: CourseFilter): number | undefined => totals.find((each) => each.filter === filter)?.total;
  // The filter whose removal finds most books comes first; a filter whose removal finds none is left out.
  const helpful = chosen
    .filter(({ filter }) => countOf(filter) !== 0)
    .toSorted((a, b) => (countOf(b.filter) ?? 0) - (countOf(a.filter) ?? 0));
  return (
    <>
      <p>{helpful.length === 0 ? catalogText.noneFoundAnyhow : catalogText.noneFoundHint}</p>
      {helpful.length === 0 ? null : (
        <Cluster as="ul" gap={8} justify="center">
          {helpful.map(({ filter, name }) => {
            const count = countOf(filter);
            return (
              <li key={filter}>
                <Link to={addressWithout(filter)} className={buttonClass('quiet')}>
                  {catalogText.dropFilter(name)}
                  {count === undefined ? null : (
                    <Text size={13} tone="faint">
                      {catalogText.bookCount(count)}
                    </Text>
                  )}
                </Link>
              </li>
            );
          })}
        </Cluster>
      )}
      {chosen.length > 1 || helpful.length === 0 ? (
        <Link to={clearAddress} className={helpful.length === 0 ? buttonClass('quiet') : styles.clear}>
          {catalogText.clearFilters}
        </Link>
      ) : null}
    </>
  );
};
