/** What an import found in a file, the gravest first: how often each, and where. */
import type { ImportFinding } from '@shufang/contract';
import { useState } from 'react';
import { importText } from '../../platform/messages/zh-cn/import.ts';
import styles from './import-report.module.css';

const ORDER = ['refused', 'dropped', 'repaired', 'notice'] as const satisfies readonly ImportFinding['severity'][];
const SHOWN_AT_FIRST = 12;

/** File and line within the publication. Undefined: the finding is about the file as a whole. */
export const placeOf = ({ path, line, count }: ImportFinding): string | undefined => {
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
              {finding.count > 1 ? <span className={styles.times}>{importText.times(finding.count)}</span> : null}
            </span>
            {placeOf(finding) === undefined ? null : <span className={styles.place}>{placeOf(finding)}</span>}
          </li>
        ))}
      </ul>
      {hidden > 0 ? (
        <button type="button" className={styles.more} onClick={() => setLong(true)}>
          {importText.moreFindings(hidden)}
        </button>
      ) : null}
    </section>
  );
};

const countOf = (findings: readonly ImportFinding[]): number => findings.reduce((sum, { count }) => sum + count, 0);

export const ImportReport = ({ findings, open }: { findings: readonly ImportFinding[]; open: boolean }) => {
  if (findings.length === 0) return <p className={styles.none}>{importText.noFindings}</p>;
  const groups = ORDER.map((severity) => ({ severity, findings: findings.filter((finding) => finding.severity === severity) })).filter(
    (group) => group.findings.length > 0,
  );
  return (
    <details className={styles.report} open={open}>
      <summary className={styles.summary}>
        <span className={styles.title}>{importText.report}</span>
        {groups.map((group) => (
          <span key={group.severity} className={styles.count} data-severity={group.severity}>
            {importText.severityCount(importText.severities[group.severity], countOf(group.findings))}
          </span>
        ))}
      </summary>
      {groups.map((group) => (
        <Group key={group.severity} {...group} />
      ))}
    </details>
  );
};
