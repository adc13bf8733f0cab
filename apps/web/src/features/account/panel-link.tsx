/** A link to another way of the panel: followed here, with everything typed, and an address to open elsewhere. */
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
