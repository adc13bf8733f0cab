/** Says which filter leaves nothing: for each one, how many books there would be without it. */
import { buttonClass } from '@shufang/ui';
import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import type { ChosenFilter } from './course-facets.tsx';
import { courseListAddress } from './course-filters.ts';
import styles from './drop-filters.module.css';
import { courseCountQuery } from './queries.ts';

export const DropFilters = ({ chosen }: { chosen: readonly ChosenFilter[] }) => {
  const counts = useQueries({ queries: chosen.map(({ without }) => courseCountQuery(without)) });
  return (
    <>
      <p>{catalogText.noneFoundHint}</p>
      <ul className={styles.filters}>
        {chosen.map(({ name, without }, index) => {
          const count = counts[index]?.data;
          return (
            <li key={name}>
              <Link to={courseListAddress(without)} className={buttonClass('quiet')}>
                {catalogText.dropFilter(name)}
                {count === undefined ? null : <span className={styles.count}>{catalogText.bookCount(count)}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
      {chosen.length > 1 ? (
        <Link to="/course/list" className={styles.clear}>
          {catalogText.clearFilters}
        </Link>
      ) : null}
    </>
  );
};
