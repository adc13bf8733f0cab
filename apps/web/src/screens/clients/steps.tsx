/** Numbered steps of how to use the product somewhere, and this site's address to take along. */
import { buttonClass } from '@shufang/ui';
import { useState } from 'react';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { clientsText } from '../../platform/messages/zh-cn/clients.ts';
import styles from './steps.module.css';

export const Steps = ({ steps }: { steps: readonly (readonly [string, string])[] }) => (
  <ol className={styles.steps}>
    {steps.map(([title, text]) => (
      <li key={title} className={styles.step}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
      </li>
    ))}
  </ol>
);

export const SiteAddress = () => {
  const [copied, setCopied] = useState(false);
  const handleCopy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.origin);
      setCopied(true);
    } catch {
      // No permission, or not a secure page: the address stands there to be selected.
      broadcast('toast', { kind: 'info', text: clientsText.copyFailed });
    }
  };
  return (
    <p className={styles.address}>
      <span className={styles.label}>{clientsText.address}</span>
      <code>{location.origin}</code>
      <button type="button" className={buttonClass('quiet')} onClick={() => void handleCopy()}>
        {copied ? clientsText.copied : clientsText.copy}
      </button>
    </p>
  );
};
