/** A manual as a page: heading with the way to print it, and its articles. */
import { buttonClass, PageHeader } from '@shufang/ui';
import { IconPrinter } from '@tabler/icons-react';
import { ManualView } from '../../features/help/manual-view.tsx';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import type { Manual } from '../../platform/messages/zh-cn/manuals/manual.ts';
import { clientVersion } from '../../platform/telemetry/client-version.ts';
import styles from './manual-page.module.css';

export const ManualPage = ({ manual }: { manual: Manual }) => (
  <>
    <PageHeader title={manual.title} lead={manual.lead}>
      <div className={styles.print}>
        <button type="button" className={buttonClass('quiet')} aria-describedby="print-hint" onClick={() => print()}>
          <IconPrinter size={18} stroke={1.5} aria-hidden />
          {helpText.print}
        </button>
        <p id="print-hint" className={styles.printHint}>
          {helpText.printHint}
        </p>
      </div>
    </PageHeader>
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
    <p className={styles.version}>{helpText.manualVersion(clientVersion())}</p>
    <p className={styles.source}>{helpText.printedFrom(`${location.origin}${manual.path}`)}</p>
  </>
);
