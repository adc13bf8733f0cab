/** Tabs of one panel: arrow keys move between tabs, and the selected tab is the only tab stop. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './tabs.module.css';

interface TabsProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly value: Value; readonly label: string; readonly count?: number | undefined }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Set for tabs within a tab, which look different, so that the two levels can be distinguished. */
  readonly isNested?: boolean;
  readonly children: ReactNode;
}

export const Tabs = <Value extends string>({ label, tabs, value, onChange, isNested = false, children }: TabsProps<Value>) => {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // Scrolls the selected tab into view when the list is wider than the screen.
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector(`[role="tab"][id$="-${value}"]`);
    if (!row || !tab) return;
    const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (inner.right > outer.right) row.scrollLeft += inner.right - outer.right;
    else if (inner.left < outer.left) row.scrollLeft -= outer.left - inner.left;
  }, [value]);
  const handleKey = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = (tabs.findIndex((tab) => tab.value === value) + step + tabs.length) % tabs.length;
    const next = tabs[index];
    if (!next) return;
    onChange(next.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  };
  return (
    <>
      <div ref={list} className={styles.list} data-nested={isNested || undefined} role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            className={styles.tab}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={handleKey}
          >
            {tab.label}
            {tab.count === undefined ? null : <span className={styles.count}>{tab.count}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} className={styles.panel}>
        {children}
      </div>
    </>
  );
};
