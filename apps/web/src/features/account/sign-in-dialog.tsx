/** The sign-in panel in a dialog (登录), at least 350 px wide; full screen on a phone. The caller restores the focus. */
import { OverlayDialog } from '@shufang/ui';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { findDraftMode } from './sign-in-draft.ts';
import { titleOf } from './sign-in-mode.ts';
import { SignInPanel } from './sign-in-panel.tsx';

export interface SignInDialogProps {
  onClose: () => void;
  /** Called after the dialog is closed: the caller can restore the focus. */
  onClosed: () => void;
}

/** Returns whether an alert or the terms are open above this dialog; then Escape closes those instead. */
const isCovered = (): boolean => document.querySelector('[role="alertdialog"], dialog[open]') !== null;

export const SignInDialog = ({ onClose, onClosed }: SignInDialogProps) => {
  const { pathname, search, hash } = useLocation();
  // The mode in which the panel starts. The panel is loaded later, but the title of the dialog must fit its mode from the beginning.
  const [mode, setMode] = useState(findDraftMode);
  return (
    <OverlayDialog
      title={titleOf(mode)}
      closeLabel={accountText.close}
      onClose={() => {
        if (!isCovered()) onClose();
      }}
      onClosed={onClosed}
    >
      <SignInPanel intro={accountText.intro} onModeChange={setMode} returnTo={pathname + search + hash} />
    </OverlayDialog>
  );
};
