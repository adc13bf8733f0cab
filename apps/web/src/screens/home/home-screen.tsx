/** `/`: a search box, what one was reading, disciplines, the newest and the free books. */
import { EmptyState, Page, Section } from '@shufang/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { BookGrid } from '../../features/catalog/book-tile.tsx';
import { ContinueRow, useContinueReading } from '../../features/catalog/continue-row.tsx';
import { homeQuery } from '../../features/catalog/queries.ts';
import { SearchBox } from '../../features/catalog/search-box.tsx';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './home-screen.module.css';

const ContinueReading = () => {
  const { items, failed, retry } = useContinueReading();
  if (failed) {
    return (
      <Section title={catalogText.continueReading}>
        <p className={styles.failed}>
          {catalogText.failedRow}
          <button type="button" className={styles.retry} onClick={retry}>
            {catalogText.retry}
          </button>
        </p>
      </Section>
    );
  }
  if (items.length === 0) return null;
  return (
    <Section title={catalogText.continueReading}>
      <ContinueRow items={items} />
    </Section>
  );
};

export const Component = () => {
  const { newest, free, categories } = useSuspenseQuery(homeQuery()).data;
  const disciplines = categories.filter(({ count }) => count > 0);
  return (
    <Page>
      <div className={styles.masthead}>
        <h1 className={styles.title}>{catalogText.homeTitle}</h1>
        <p className={styles.lead}>{catalogText.homeLead}</p>
        <div className={styles.search}>
          <SearchBox />
        </div>
        {disciplines.length === 0 ? null : (
          <nav aria-label={catalogText.disciplines}>
            <ul className={styles.disciplines}>
              {disciplines.map(({ id, name, count }) => (
                <li key={id}>
                  <Link to={`/course/list?category=${encodeURIComponent(id)}`} className={styles.discipline}>
                    {name}
                    <span className={styles.count}>{count}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      <ContinueReading />
      {newest.length === 0 ? (
        <EmptyState title={catalogText.emptyLibrary}>
          <p>{catalogText.emptyLibraryHint}</p>
          <code className={styles.command}>{catalogText.importCommand}</code>
        </EmptyState>
      ) : (
        <Section
          title={catalogText.newest}
          more={
            <Link to="/course/list" className={styles.more}>
              {catalogText.allBooks}
            </Link>
          }
        >
          <BookGrid books={newest} eager />
        </Section>
      )}
      {free.length === 0 ? null : (
        <Section title={catalogText.free}>
          <BookGrid books={free} />
        </Section>
      )}
    </Page>
  );
};
