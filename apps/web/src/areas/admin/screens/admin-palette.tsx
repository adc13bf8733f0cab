/** The command palette of the admin area (Ctrl+K): finds a page of the menu or a book, and opens it. */
import { ComboBox, ModalDialog, Text } from '@shufang/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { findAdminBooksQuery } from '../catalog/admin-books.tsx';
import styles from './admin-palette.module.css';
import type { AdminGroup } from './use-admin-groups.ts';

const text = adminText.palette;
/** Number of books that a query shows, besides the pages. */
const BOOKS_SHOWN = 8;

interface Target {
  readonly to: string;
  readonly label: string;
  readonly hint: string;
}

const useBooks = (
  query: string,
  isAllowed: boolean,
): { readonly found: readonly Target[]; readonly isPrevious: boolean; readonly isFetching: boolean; readonly isError: boolean } => {
  const { data, isFetching, isError, isPlaceholderData } = useQuery({
    ...findAdminBooksQuery(query, BOOKS_SHOWN),
    enabled: isAllowed && query !== '',
    placeholderData: keepPreviousData,
  });
  const found =
    query === ''
      ? []
      : (data?.items ?? []).map(({ bookId, title, authors }) => ({ to: `/admin/books/${bookId}`, label: title, hint: authors }));
  return { found, isPrevious: isPlaceholderData, isFetching, isError: isError && query !== '' };
};

interface AdminPaletteProps {
  /** The pages that the user may open. */
  readonly groups: readonly AdminGroup[];
  readonly onClose: () => void;
}

export const AdminPalette = ({ groups, onClose }: AdminPaletteProps) => {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const typedQuery = typed.trim().toLowerCase();
  const query = useDeferredValue(typedQuery);
  const entries = groups.flatMap((group) => group.entries.map((entry) => ({ ...entry, group: group.label })));
  const pages: readonly Target[] = entries
    .filter(({ label, hint, group }) => `${label} ${hint} ${group}`.toLowerCase().includes(typedQuery))
    // Pages whose name contains the query come before those whose description does.
    .toSorted((a, b) => Number(b.label.toLowerCase().includes(typedQuery)) - Number(a.label.toLowerCase().includes(typedQuery)))
    .map(({ to, label, group }) => ({ to, label, hint: group }));
  const books = useBooks(
    query,
    entries.some(({ to }) => to === '/admin/books'),
  );
  const targets = [...pages, ...books.found];
  const status = books.isError ? text.failed : targets.length > 0 ? undefined : books.isFetching ? text.searching : text.none;
  const open = (target: Target | undefined): void => {
    if (target === undefined) return;
    onClose();
    void navigate(target.to);
  };
  return (
    <ModalDialog title={text.title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          // Enter without a selected option opens the first one, but no book that was found for an earlier query.
          event.preventDefault();
          open((books.isPrevious || query !== typedQuery ? pages : targets)[0]);
        }}
      >
        <ComboBox
          ref={input}
          className={styles.input}
          label={text.label}
          listLabel={text.label}
          placeholder={text.placeholder}
          maxLength={100}
          value={typed}
          onChange={setTyped}
          isOpen
          onOpenChange={(isOpen) => {
            // The list is closed by Escape, which closes the palette, or because the focus leaves the field or the window.
            if (!isOpen && document.activeElement === input.current && document.hasFocus()) onClose();
          }}
          options={targets}
          keyOf={({ to }) => to}
          renderOption={(target) => (
            <>
              <span>{target.label}</span>
              <Text size={13} tone="faint" whiteSpace="nowrap" ellipsis>
                {target.hint}
              </Text>
            </>
          )}
          onChoose={open}
          listClassName={styles.list}
          optionClassName={styles.option}
        />
      </form>
      {status === undefined ? null : (
        <Text as="p" tone="faint" className={styles.none} role="status">
          {status}
        </Text>
      )}
    </ModalDialog>
  );
};
