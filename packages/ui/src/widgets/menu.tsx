/** A menu of actions that opens from a button. Supports arrow keys, type-ahead and Escape; the focus returns to the button. */
import type { ReactNode } from 'react';
import { Menu as AriaMenu, Button, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Localized } from './localized.tsx';
import styles from './menu.module.css';

interface MenuProps {
  /** Accessible name of the button and of the menu. */
  readonly label: string;
  /** Content of the button that opens the menu. */
  readonly children: ReactNode;
  readonly items: readonly { readonly id: string; readonly label: string; readonly isDisabled?: boolean }[];
  readonly onAction: (id: string) => void;
}

export const Menu = ({ label, children, items, onAction }: MenuProps) => (
  <Localized>
    <MenuTrigger>
      <Button className={styles.button ?? ''} aria-label={label}>
        {children}
      </Button>
      <Popover className={styles.popover ?? ''}>
        <AriaMenu className={styles.menu ?? ''} aria-label={label} onAction={(key) => onAction(String(key))}>
          {items.map((item) => (
            <MenuItem key={item.id} id={item.id} className={styles.item ?? ''} isDisabled={item.isDisabled ?? false}>
              {item.label}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  </Localized>
);
