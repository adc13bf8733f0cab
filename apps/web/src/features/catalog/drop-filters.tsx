/** Says which filter leaves nothing: for each one, how many books there would be without it. */
import type { CourseFilter } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { Link } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import type { ChosenFilter } from './course-facets.tsx';
import { type CourseView, courseListAddress } from './course-filters.ts';
import styles from './drop-filters.module.css';

interface DropFiltersProps {
  readonly chosen: readonly ChosenFilter[];
  /** What the server said of each. */
  readonly totals: readonly { readonly filter: CourseFilter; readonly total: number }[];
  readonly view: CourseView;
}

export const DropFilters = ({ chosen, totals, view }: DropFiltersProps) => {
  return (
    <>
      <p>{catalogText.noneFoundHint}</p>
      <ul className={styles.filters}>
        {chosen.map(({ filter, name, without }) => {
          const count = totals.find((each) => each.filter === filter)?.total;
          return (
            <li key={name}>
              <Link to={courseListAddress(without, {}, view)} className={buttonClass('quiet')}>
                {catalogText.dropFilter(name)}
                {count === undefined ? null : <span className={styles.count}>{catalogText.bookCount(count)}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
      {chosen.length > 1 ? (
        <Link to={courseListAddress({}, {}, view)} className={styles.clear}>
          {catalogText.clearFilters}
        </Link>
      ) : null}
    </>
  );
};
