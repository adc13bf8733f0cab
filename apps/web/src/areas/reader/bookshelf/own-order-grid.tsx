/** The shelf in the user's own order: each book is moved by its handle, with the pointer or the arrow keys. */
import { IconGripVertical } from '@shufang/icons';
import { Text, useDrag } from '@shufang/ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { ShelfBook } from '../../../features/bookshelf/arrange-shelf.ts';
import { clampToSameGroup, ordersAfterMove } from '../../../features/bookshelf/own-order.ts';
import { useShelfActions } from '../../../features/bookshelf/use-shelf.ts';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import styles from './own-order.module.css';
import { ShelfTile } from './shelf-book.tsx';
import grid from './shelf-controls.module.css';

const titleOf = ({ card }: ShelfBook): string => card?.book.title ?? bookshelfText.unknownBook;

const stepOf = (key: string, count: number): number | undefined => {
  if (key === 'ArrowLeft' || key === 'ArrowUp') return -1;
  if (key === 'ArrowRight' || key === 'ArrowDown') return 1;
  if (key === 'Home') return -count;
  return key === 'End' ? count : undefined;
};

interface OwnOrderGridProps {
  /** Books of the shelf in the order that the user chose. */
  readonly books: readonly ShelfBook[];
  readonly missingIds: ReadonlySet<string>;
}

export const OwnOrderGrid = ({ books, missingIds }: OwnOrderGridProps) => {
  const actions = useShelfActions();
  const list = useRef<HTMLUListElement>(null);
  const hintId = useId();
  const [announcement, setAnnouncement] = useState('');
  /** The book that was just moved; its handle gets the focus again. */
  const moved = useRef<string>(undefined);
  const ordered = books.map(({ bookId, item }) => ({ bookId, order: item.order, pinned: item.pinned }));

  const move = (from: number, wantedIndex: number): void => {
    const book = books[from];
    const to = clampToSameGroup(ordered, from, wantedIndex);
    if (book === undefined || to === from) return;
    moved.current = book.bookId;
    setAnnouncement(bookshelfText.movedTo(titleOf(book), to + 1, books.length));
    void actions.setOrder(ordersAfterMove(ordered, from, to));
  };
  const { drag, start } = useDrag({
    indexAt: ({ clientX, clientY }) => {
      const tile = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-index]');
      return tile && list.current?.contains(tile) ? Number(tile.dataset['index']) : undefined;
    },
    onDrop: ({ from, to }) => move(from, to),
  });
  const order = books.map(({ bookId }) => bookId).join();
  useEffect(() => {
    if (moved.current === undefined || order === '') return;
    list.current?.querySelector<HTMLElement>(`[data-handle="${moved.current}"]`)?.focus();
    moved.current = undefined;
  }, [order, list, moved]);

  const handleKey = (event: KeyboardEvent, index: number): void => {
    const step = stepOf(event.key, books.length);
    if (step === undefined) return;
    event.preventDefault();
    move(index, index + step);
  };
  const target = drag === undefined ? undefined : clampToSameGroup(ordered, drag.from, drag.to);
  return (
    <>
      <Text id={hintId} as="p" size={13} tone="faint" className={styles.hint}>
        {bookshelfText.ownOrderHint}
      </Text>
      <ul ref={list} className={grid.grid} data-dragging={drag !== undefined || undefined}>
        {books.map((book, index) => (
          <li
            key={book.bookId}
            className={styles.position}
            data-index={index}
            data-taken={drag?.from === index || undefined}
            data-drop={
              drag !== undefined && target === index && target !== drag.from ? (target < drag.from ? 'before' : 'after') : undefined
            }
          >
            <ShelfTile book={book} isMissing={missingIds.has(book.bookId)} />
            <button
              type="button"
              className={styles.handle}
              data-handle={book.bookId}
              aria-label={bookshelfText.moveBook(titleOf(book))}
              aria-describedby={hintId}
              onKeyDown={(event) => handleKey(event, index)}
              onPointerDown={(event) => {
                event.preventDefault();
                start(event, index);
              }}
            >
              <IconGripVertical size={18} stroke={1.75} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  );
};
