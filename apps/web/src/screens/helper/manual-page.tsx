/** A manual as a page: heading, and its articles. */
import { PageHeader } from '@shufang/ui';
import { ManualView } from '../../features/help/manual-view.tsx';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import type { Manual } from '../../platform/messages/zh-cn/manuals/manual.ts';
import styles from './manual-page.module.css';

export const ManualPage = ({ manual }: { manual: Manual }) => (
  <>
    <PageHeader title={manual.title} lead={manual.lead} />
    <nav className={styles.contents} aria-label={helpText.articlesLabel}>
      <ul>
        {manual.articles.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
    <ManualView manual={manual} />
    <p className={styles.source}>{helpText.printedFrom(`${location.origin}${manual.path}`)}</p>
  </>
);
