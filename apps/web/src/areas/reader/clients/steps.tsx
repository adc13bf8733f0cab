/** Numbered instructions for using the product on a device, and the site's URL to copy. */

import { buttonClass, Cluster, Text } from '@shufang/ui';
import { useState } from 'react';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { clientsText } from '../../../platform/messages/zh-cn/clients.ts';
import { publicOrigin } from '../../../platform/public-origin.ts';
import styles from './steps.module.css';

export const Steps = ({ steps }: { steps: readonly (readonly [string, string])[] }) => (
  <ol className={styles.steps}>
    {steps.map(([title, text]) => (
      <li key={title} className={styles.step}>
        <Text as="h2" size={17}>
          {title}
        </Text>
        <Text as="p" tone="soft" marginTop={4}>
          {text}
        </Text>
      </li>
    ))}
  </ol>
);

export const SiteAddress = () => {
  const [copied, setCopied] = useState(false);
  const handleCopy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(publicOrigin());
      setCopied(true);
    } catch {
      // The browser offers no clipboard on plain HTTP or without permission. The URL is visible, so the user can select it.
      broadcast('toast', { kind: 'info', text: clientsText.copyFailed });
    }
  };
  return (
    <Cluster as="p" gap={[8, 16]} align="center" marginTop={8} className={styles.address}>
      <Text size={14} tone="soft">
        {clientsText.address}
      </Text>
      <code>{publicOrigin()}</code>
      <button type="button" className={buttonClass('quiet')} onClick={() => void handleCopy()}>
        {copied ? clientsText.copied : clientsText.copy}
      </button>
    </Cluster>
  );
};
