/** The findings of an import, the most severe first, each with its number of occurrences and its location. */
import type { ImportFinding } from '@shufang/contract';
import { Cluster, Text, TextButton } from '@shufang/ui';
import { useState } from 'react';
import { importText } from '../../../platform/messages/zh-cn/import.ts';
import styles from './import-report.module.css';

const ORDER = ['refused', 'error', 'dropped', 'repaired', 'warning', 'notice'] as const satisfies readonly ImportFinding['severity'][];
const SHOWN_AT_FIRST = 12;

/** Returns the file and line within the publication; undefined if the finding concerns the publication as a whole. */
export const locationOf = ({ path, line, count }: ImportFinding): string | undefined => {
  const parts = [path, line === undefined ? undefined : importText.line(line)].filter((part) => part !== undefined);
  if (parts.length === 0) return undefined;
  return count > 1 ? importText.firstAt(parts.join(' ')) : parts.join(' ');
};

const Group = ({ severity, findings }: { severity: ImportFinding['severity']; findings: readonly ImportFinding[] }) => {
  const [isLong, setLong] = useState(false);
  const shown = isLong ? findings : findings.slice(0, SHOWN_AT_FIRST);
  const hidden = findings.length - shown.length;
  return (
    <section className={styles.group} data-severity={severity}>
      <h4 className={styles.severity}>{importText.severityCount(importText.severities[severity], countOf(findings))}</h4>
      <ul>
        {shown.map((finding, index) => (
          <li key={index} className={styles.finding}>
            <span>
              {finding.message}
              {finding.count > 1 ? (
                <Text tone="faint" tabular className={styles.times}>
                  {importText.times(finding.count)}
                </Text>
              ) : null}
            </span>
            {locationOf(finding) === undefined ? null : (
              <Text block size={13} tone="faint">
                {locationOf(finding)}
              </Text>
            )}
          </li>
        ))}
      </ul>
      {hidden > 0 ? (
        <TextButton type="button" flush size="inherit" className={styles.more} onClick={() => setLong(true)}>
          {importText.moreFindings(hidden)}
        </TextButton>
      ) : null}
    </section>
  );
};

const countOf = (findings: readonly ImportFinding[]): number => findings.reduce((sum, { count }) => sum + count, 0);

export const ImportReport = ({ findings, open }: { findings: readonly ImportFinding[]; open: boolean }) => {
  if (findings.length === 0)
    return (
      <Text as="p" size={14} tone="faint">
        {importText.noFindings}
      </Text>
    );
  const groups = ORDER.map((severity) => ({ severity, findings: findings.filter((finding) => finding.severity === severity) })).filter(
    (group) => group.findings.length > 0,
  );
  return (
    <details className={styles.report} open={open}>
      <Cluster as="summary" gap={[4, 16]} align="center" className={styles.summary}>
        <Text weight={600}>{importText.report}</Text>
        {groups.map((group) => (
          <span key={group.severity} className={styles.count} data-severity={group.severity}>
            {importText.severityCount(importText.severities[group.severity], countOf(group.findings))}
          </span>
        ))}
      </Cluster>
      {groups.map((group) => (
        <Group key={group.severity} {...group} />
      ))}
    </details>
  );
};
