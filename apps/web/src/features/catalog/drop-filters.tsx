/** Says which filter leaves nothing: for each one, how many books there would be without it. */
import type { CourseFilter, TotalsWithoutEach } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { Link } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './drop-filters.module.css';
import type { ChosenFilter } from './filter-choices.ts';

interface DropFiltersProps {
  readonly chosen: readonly ChosenFilter[];
  /** What the server said of each. */
  readonly totals: TotalsWithoutEach;
  /** Of the list without one of them. */
  readonly addressWithout: (filter: CourseFilter) => string;
  /** Of the list without any. */
  readonly clearAddress: string;
}

export const DropFilters = ({ chosen, totals, addressWithout, clearAddress }: DropFiltersProps) => {
  const countOf = (filter: CourseFilter): number | undefined => totals.find((each) => each.filter === filter)?.total;
  // The one that helps most first; one that helps nothing is no advice.
  const helpful = chosen
    .filter(({ filter }) => countOf(filter) !== 0)
    .toSorted((a, b) => (countOf(b.filter) ?? 0) - (countOf(a.filter) ?? 0));
  return (
    <>
      <p>{helpful.length === 0 ? catalogText.noneFoundAnyhow : catalogText.noneFoundHint}</p>
      {helpful.length === 0 ? null : (
        <ul className={styles.filters}>
          {helpful.map(({ filter, name }) => {
            const count = countOf(filter);
            return (
              <li key={filter}>
                <Link to={addressWithout(filter)} className={buttonClass('quiet')}>
                  {catalogText.dropFilter(name)}
                  {count === undefined ? null : <span className={styles.count}>{catalogText.bookCount(count)}</span>}
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      {chosen.length > 1 || helpful.length === 0 ? (
        <Link to={clearAddress} className={helpful.length === 0 ? buttonClass('quiet') : styles.clear}>
          {catalogText.clearFilters}
        </Link>
      ) : null}
    </>
  );
};
