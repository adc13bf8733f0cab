/** A button in one of four sizes. A busy button shows a loader and is disabled. */
import { type ComponentProps, cloneElement, type ReactElement, type ReactNode } from 'react';
import styles from './button.module.css';
import { Loader } from './loader.tsx';

interface ButtonLook {
  /** Look of the button. `main`: the primary action; `quiet`: a secondary action, with a border; `text`: neither border nor background. */
  readonly variant?: 'main' | 'quiet' | 'text';
  readonly size?: 'compact' | 'xs' | 'sm' | 'md';
  readonly isFullWidth?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

const classOf = ({ variant = 'main', size = 'sm', isFullWidth = false, className }: Omit<ButtonLook, 'children'>): string =>
  [styles.sized, styles[`${variant}Look`], styles[`${size}Size`], isFullWidth ? styles.fullWidth : undefined, className]
    .filter((name) => name !== undefined)
    .join(' ');

const labelOf = (children: ReactNode): ReactNode => (
  <span className={styles.inner}>
    <span className={styles.label}>{children}</span>
  </span>
);

type ButtonProps = ButtonLook & Omit<ComponentProps<'button'>, 'className' | 'children'> & { readonly isBusy?: boolean };

export const Button = ({ variant, size, isFullWidth, className, children, isBusy = false, disabled = false, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    disabled={disabled || isBusy}
    data-busy={isBusy || undefined}
    className={classOf({ ...(variant && { variant }), ...(size && { size }), ...(isFullWidth && { isFullWidth }), className })}
  >
    {isBusy ? (
      <span className={styles.loader} aria-hidden>
        <Loader />
      </span>
    ) : null}
    {labelOf(children)}
  </button>
);

type LinkButtonProps = Omit<ButtonLook, 'children'> & {
  /** The link with its text, which gets the look of a button: an `<a>`, or the link component of a router. */
  readonly children: ReactElement<{ className?: string; children?: ReactNode }>;
};

/** Makes a link look like a `Button`. */
export const LinkButton = ({ children: link, ...look }: LinkButtonProps) =>
  cloneElement(link, { className: classOf(look) }, labelOf(link.props.children));
