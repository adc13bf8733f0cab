/** The filters of a list of books; on phones they are behind one button. */
import { IconFilter } from '@shufang/icons';
import { FilterToggle } from '@shufang/ui';
import { Children, type ReactNode } from 'react';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './phone-filters.module.css';

interface PhoneFiltersProps {
  /** The number of filters in which something is chosen. */
  readonly count: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

export const PhoneFilters = ({ count, isOpen, onToggle, children }: PhoneFiltersProps) =>
  Children.toArray(children).length === 0 ? null : (
    <>
      <FilterToggle label={catalogText.filtersWithCount(count)} isOpen={isOpen} onToggle={onToggle}>
        <IconFilter size={18} stroke={1.6} aria-hidden />
      </FilterToggle>
      <div className={styles.filters} data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  );
