/** 登录: the panel in a dialog, at least 350 px wide; a full sheet on a phone. Who opens it gives the focus back. */
import './mantine-sign-in.css';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useLocation } from 'react-router';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import styles from './sign-in.module.css';
import { SignInPanel } from './sign-in-panel.tsx';

export interface SignInDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The dialog has gone from the screen: the focus may go back. */
  onClosed: () => void;
}

/** An alert or the terms over this dialog: Escape is meant for them. */
const isCovered = (): boolean => document.querySelector('[role="alertdialog"], dialog[open]') !== null;

export const SignInDialog = ({ opened, onClose, onClosed }: SignInDialogProps) => {
  const onPhone = useMediaQuery('(max-width: 30em)') ?? false;
  const { pathname, search, hash } = useLocation();
  return (
    <Modal.Root
      opened={opened}
      returnFocus={false}
      onClose={() => {
        if (!isCovered()) onClose();
      }}
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
          <SignInPanel intro={accountText.intro} returnTo={pathname + search + hash} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};
