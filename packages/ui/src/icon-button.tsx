/** A button with an icon. Its accessible name is also shown as a tooltip. */
import type { ComponentProps, ReactNode } from 'react';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly name: string;
  readonly children: ReactNode;
  /** Keyboard shortcut of the button, shown in the tooltip. */
  readonly shortcut?: string | undefined;
}

export const IconButton = ({ name, shortcut, children, className, ...rest }: IconButtonProps) => (
  <button
    type="button"
    aria-label={name}
    aria-keyshortcuts={shortcut}
    title={shortcut === undefined ? name : `${name}（${shortcut}）`}
    className={className === undefined ? styles.button : `${styles.button} ${className}`}
    {...rest}
  >
    {children}
  </button>
);
