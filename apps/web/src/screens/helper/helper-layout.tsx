/** What all help pages share: the list at the left, and the search in the manuals. */
import { IconButton, SearchInput } from '@shufang/ui';
import { IconSearch, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, NavLink, Outlet, useLocation, useSearchParams } from 'react-router';
import { searchManuals } from '../../features/help/search-manuals.ts';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import { manuals } from '../../platform/messages/zh-cn/manuals/manuals.ts';
import styles from './helper-layout.module.css';

const entries = [
  { to: '/helper/student-manual', label: helpText.entries.student },
  { to: '/helper/teacher-manual', label: helpText.entries.teacher },
  { to: '/helper/appUpdater', label: helpText.entries.appUpdater },
  { to: '/helper/contact', label: helpText.entries.contact },
] as const;

/** The articles of the manual one is in, below its entry. */
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

const Found = ({ words }: { words: string }) => {
  const hits = searchManuals(manuals, words);
  return (
    <section aria-labelledby="help-found">
      <h1 id="help-found" className={styles.found}>
        {helpText.found(words, hits.length)}
      </h1>
      {hits.length === 0 ? (
        <p className={styles.nothing}>
          {helpText.foundNothing}
          <Link to={`/helper/contact#${helpText.ask.id}`} className={styles.link}>
            {helpText.askUs}
          </Link>
        </p>
      ) : (
        <ul>
          {hits.map(({ manual, article, sentence }) => (
            <li key={`${manual.name}-${article.id}`} className={styles.hit}>
              <Link to={`${manual.path}#${article.id}`} className={styles.hitTitle}>
                {article.title}
              </Link>
              <span className={styles.hitManual}>{manual.title}</span>
              <p className={styles.sentence}>{sentence}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

const SearchField = ({ words, onChange }: { words: string; onChange: (words: string) => void }) => (
  <search className={styles.search}>
    <IconSearch className={styles.searchMark} size={16} stroke={1.75} aria-hidden />
    <SearchInput
      className={styles.searchInput}
      aria-label={helpText.searchLabel}
      placeholder={helpText.searchPlaceholder}
      maxLength={60}
      value={words}
      onChange={onChange}
    />
    {words === '' ? null : (
      <IconButton name={helpText.clearSearch} onClick={() => onChange('')}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </IconButton>
    )}
  </search>
);

const Frame = ({ aside, children }: { aside: ReactNode; children: ReactNode }) => (
  <div className={styles.frame}>
    <aside className={styles.aside}>{aside}</aside>
    <div className={styles.body}>{children}</div>
  </div>
);

export const Component = () => {
  const [params, setParams] = useSearchParams();
  const words = params.get('q') ?? '';
  const search = (next: string): void => setParams(next === '' ? {} : { q: next }, { replace: true });
  return (
    <Frame
      aside={
        <>
          <SearchField words={words} onChange={search} />
          <nav aria-label={helpText.layoutLabel}>
            <ul className={styles.entries}>
              {entries.map(({ to, label }) => (
                <li key={to}>
                  <NavLink to={to} className={styles.entry ?? ''}>
                    {label}
                  </NavLink>
                  {words === '' ? <Articles path={to} /> : null}
                </li>
              ))}
            </ul>
          </nav>
        </>
      }
    >
      {words.trim() === '' ? <Outlet /> : <Found words={words.trim()} />}
    </Frame>
  );
};
