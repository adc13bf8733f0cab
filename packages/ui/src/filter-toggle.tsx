/** The button that shows and hides the filters of a list on phones. Wider screens show the filters, and not this button. */
import type { ReactNode } from 'react';
import { buttonClass } from './button-class.ts';
import styles from './filter-toggle.module.css';

interface FilterToggleProps {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** An icon before the label. */
  readonly children?: ReactNode;
}

export const FilterToggle = ({ label, isOpen, onToggle, children }: FilterToggleProps) => (
  <button type="button" className={`${buttonClass('quiet')} ${styles['toggle']}`} aria-expanded={isOpen} onClick={onToggle}>
    {children}
    {label}
  </button>
);
