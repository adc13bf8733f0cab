/** The layout of the help pages: the navigation on the left, and the search in the manuals. */
import { IconSearch, IconX } from '@shufang/icons';
import { Block, Cluster, IconButton, Row, SearchInput, Text } from '@shufang/ui';
import type { ReactNode } from 'react';
import { Link, NavLink, Outlet, useLocation, useSearchParams } from 'react-router';
import { searchManuals } from '../../../features/help/search-manuals.ts';
import { helpText } from '../../../platform/messages/zh-cn/help.ts';
import { manuals } from '../../../platform/messages/zh-cn/manuals/manuals.ts';
import { helpPages } from './help-pages.ts';
import styles from './helper-layout.module.css';

/** The articles of the current manual, below its navigation entry. */
const Articles = ({ path }: { path: string }) => {
  const { pathname } = useLocation();
  const manual = manuals.find((one) => one.path === path);
  if (manual === undefined || pathname !== path) return null;
  return (
    <ul className={styles.articles} aria-label={helpText.articlesLabel}>
      {manual.articles.map(({ id, title }) => (
        <li key={id}>
          <Link to={`#${id}`}>{title}</Link>
        </li>
      ))}
    </ul>
  );
};

const Found = ({ query }: { query: string }) => {
  const hits = searchManuals(manuals, query);
  return (
    <section aria-labelledby="help-found">
      <h1 id="help-found" className={styles.found}>
        {helpText.found(query, hits.length)}
      </h1>
      {hits.length === 0 ? (
        <Cluster as="p" gap={12} tone="soft" marginTop={12}>
          {helpText.foundNothing}
          <Text to={`/helper/contact#${helpText.ask.id}`} as={Link} tone="accent" underline>
            {helpText.askUs}
          </Text>
        </Cluster>
      ) : (
        <ul>
          {hits.map(({ manual, article, sentence }) => (
            <li key={`${manual.name}-${article.id}`} className={styles.hit}>
              <Text to={`${manual.path}#${article.id}`} as={Link} size={17} weight={700} serif className={styles.hitTitle}>
                {article.title}
              </Text>
              <Text size={13} tone="faint" className={styles.hitManual}>
                {manual.title}
              </Text>
              <Text as="p" tone="soft" marginTop={4} className={styles.sentence}>
                {sentence}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

const SearchField = ({ query, onChange }: { query: string; onChange: (query: string) => void }) => (
  <Row as="search" align="center" className={styles.search}>
    <IconSearch className={styles.searchIcon} size={16} stroke={1.75} aria-hidden />
    <SearchInput
      className={styles.searchInput}
      aria-label={helpText.searchLabel}
      placeholder={helpText.searchPlaceholder}
      maxLength={60}
      value={query}
      onChange={onChange}
    />
    {query === '' ? null : (
      <IconButton name={helpText.clearSearch} onClick={() => onChange('')}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </IconButton>
    )}
  </Row>
);

const Frame = ({ aside, children }: { aside: ReactNode; children: ReactNode }) => (
  <div className={styles.frame}>
    <aside className={styles.aside}>{aside}</aside>
    <Block minWidth={0}>{children}</Block>
  </div>
);

export const Component = () => {
  const [params, setParams] = useSearchParams();
  const query = params.get('q') ?? '';
  const search = (next: string): void => setParams(next === '' ? {} : { q: next }, { replace: true });
  return (
    <Frame
      aside={
        <>
          <SearchField query={query} onChange={search} />
          <nav aria-label={helpText.layoutLabel}>
            <ul className={styles.entries}>
              {helpPages.map(({ path, label }) => (
                <li key={path}>
                  <NavLink to={path} className={styles.entry ?? ''}>
                    {label}
                  </NavLink>
                  {query === '' ? <Articles path={path} /> : null}
                </li>
              ))}
            </ul>
          </nav>
        </>
      }
    >
      {query.trim() === '' ? <Outlet /> : <Found query={query.trim()} />}
    </Frame>
  );
};
