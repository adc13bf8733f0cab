/** Installs the web client where the browser offered it; says so where it is installed already. */
import { buttonClass } from '@shufang/ui';
import { install, useInstallState } from '../../platform/installed/install-prompt.ts';
import { clientsText } from '../../platform/messages/zh-cn/clients.ts';
import styles from './release.module.css';

export const InstallButton = () => {
  const { offer, isInstalled } = useInstallState();
  if (isInstalled) return <p className={styles.hint}>{clientsText.installed}</p>;
  if (offer === undefined) return null;
  return (
    <div className={styles.install}>
      <button type="button" className={buttonClass()} onClick={() => void install()}>
        {clientsText.install}
      </button>
      <p className={styles.hint}>{clientsText.installHint}</p>
    </div>
  );
};
