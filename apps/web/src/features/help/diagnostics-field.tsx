/** Checkbox by which the user agrees to send diagnostics; shows their exact content. */
import type { TicketDiagnostics } from '@shufang/contract';
import { Block, CheckboxOption, Text } from '@shufang/ui';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import { describeDiagnostics } from './collect-diagnostics.ts';
import styles from './help.module.css';

interface DiagnosticsFieldProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly diagnostics: TicketDiagnostics;
}

export const DiagnosticsField = ({ checked, onChange, diagnostics }: DiagnosticsFieldProps) => (
  <div>
    <CheckboxOption checked={checked} onChange={onChange}>
      {helpText.diagnostics}
    </CheckboxOption>
    <details className={styles.details}>
      <summary>{helpText.diagnosticsShow}</summary>
      <Text as="p" tone="soft" marginTop={8}>
        {helpText.diagnosticsNone}
      </Text>
      <Block as="dl" size={13} marginTop={8} className={styles.diagnostics}>
        {describeDiagnostics(diagnostics).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Block>
    </details>
  </div>
);
