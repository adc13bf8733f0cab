/** Asks for consent to send diagnostics, and shows word for word what they are. */
import type { TicketDiagnostics } from '@shufang/contract';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import { describeDiagnostics } from './collect-diagnostics.ts';
import styles from './help.module.css';

export const DiagnosticsField = ({ field, diagnostics }: { field: UseFormRegisterReturn; diagnostics: TicketDiagnostics }) => (
  <div>
    <label className={styles.consent}>
      <input type="checkbox" {...field} />
      {helpText.diagnostics}
    </label>
    <details className={styles.details}>
      <summary>{helpText.diagnosticsShow}</summary>
      <p className={styles.hint}>{helpText.diagnosticsNone}</p>
      <dl className={styles.diagnostics}>
        {describeDiagnostics(diagnostics).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  </div>
);
