/** A link to another mode of the sign-in panel: a click switches the mode without losing input; its URL can be opened in another tab. */
import type { MouseEvent, ReactNode } from 'react';
import styles from './sign-in.module.css';
import { type SignInMode, withMode } from './sign-in-mode.ts';

interface PanelLinkProps {
  readonly mode: SignInMode;
  readonly onFollow: () => void;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export const PanelLink = ({ mode, onFollow, className = styles.link, children }: PanelLinkProps) => {
  const handleClick = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onFollow();
  };
  return (
    <a href={`/user/login${withMode(mode)}`} className={className} onClick={handleClick}>
      {children}
    </a>
  );
};
