/** A button that shows a picture and says its name: to assistive technology, and to a pointer that rests on it. */
import type { ComponentProps, ReactNode } from 'react';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly name: string;
  readonly children: ReactNode;
  /** Key that does the same, shown with the name. */
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
