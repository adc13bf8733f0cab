/** The page of a manual: its heading with a print button, and its articles. */

import { IconPrinter } from '@shufang/icons';
import { buttonClass, PageHeader, Stack, Text } from '@shufang/ui';
import { ManualView } from '../../../features/help/manual-view.tsx';
import { helpText } from '../../../platform/messages/zh-cn/help.ts';
import type { Manual } from '../../../platform/messages/zh-cn/manuals/manual.ts';
import { publicOrigin } from '../../../platform/public-origin.ts';
import { clientVersion } from '../../../platform/telemetry/client-version.ts';
import styles from './manual-page.module.css';

export const ManualPage = ({ manual }: { manual: Manual }) => (
  <>
    <PageHeader title={manual.title} lead={manual.lead}>
      <Stack justifyItems="start" className={styles.print}>
        <button type="button" className={buttonClass('quiet')} aria-describedby="print-hint" onClick={() => print()}>
          <IconPrinter size={18} stroke={1.5} aria-hidden />
          {helpText.print}
        </button>
        <Text id="print-hint" as="p" size={12} tone="faint" marginTop={4}>
          {helpText.printHint}
        </Text>
      </Stack>
    </PageHeader>
    <nav className={styles.contents} aria-label={helpText.articlesLabel}>
      <details>
        <summary>{helpText.articlesFold(manual.articles.length)}</summary>
        <ul>
          {manual.articles.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
    <ManualView manual={manual} />
    <Text as="p" size={13} tone="faint" className={styles.version}>
      {helpText.manualVersion(clientVersion())}
    </Text>
    <p className={styles.source}>{helpText.printedFrom(`${publicOrigin()}${manual.path}`)}</p>
  </>
);
