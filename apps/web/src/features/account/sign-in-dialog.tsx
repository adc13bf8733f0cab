/** 登录: the panel in a dialog, at least 350 px wide; a full sheet on a phone. Who opens it gives the focus back. */
import './mantine-sign-in.css';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import styles from './sign-in.module.css';
import { SignInPanel } from './sign-in-panel.tsx';

export interface SignInDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The dialog has gone from the screen: the focus may go back. */
  onClosed: () => void;
}

export const SignInDialog = ({ opened, onClose, onClosed }: SignInDialogProps) => {
  const onPhone = useMediaQuery('(max-width: 30em)') ?? false;
  return (
    <Modal.Root
      opened={opened}
      returnFocus={false}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      size={420}
      centered
      fullScreen={onPhone}
      closeOnClickOutside={false}
      classNames={{
        content: styles.dialog ?? '',
        title: styles.dialogTitle ?? '',
        header: styles.dialogHeader ?? '',
        body: styles.dialogBody ?? '',
      }}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* A header in a dialog is no banner of the page. */}
        <Modal.Header role="presentation">
          <Modal.Title>{accountText.signIn}</Modal.Title>
          <Modal.CloseButton aria-label={accountText.close} />
        </Modal.Header>
        <Modal.Body>
          <p className={styles.intro}>{accountText.intro}</p>
          <SignInPanel onLeave={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};
