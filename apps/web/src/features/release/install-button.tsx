/** Button that installs the web client, if the browser offers that; shows a text if it is already installed. */
import { buttonClass, Cluster, Text } from '@shufang/ui';
import { install, useInstallState } from '../../platform/installed/install-prompt.ts';
import { clientsText } from '../../platform/messages/zh-cn/clients.ts';
import styles from './release.module.css';

export const InstallButton = () => {
  const { offer, isInstalled } = useInstallState();
  if (isInstalled)
    return (
      <Text as="p" size={14} tone="soft" className={styles.hint}>
        {clientsText.installed}
      </Text>
    );
  if (offer === undefined) return null;
  return (
    <Cluster gap={[8, 16]} align="center">
      <button type="button" className={buttonClass()} onClick={() => void install()}>
        {clientsText.install}
      </button>
      <Text as="p" size={14} tone="soft" className={styles.hint}>
        {clientsText.installHint}
      </Text>
    </Cluster>
  );
};
