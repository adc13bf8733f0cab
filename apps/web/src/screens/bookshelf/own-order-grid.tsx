/** The shelf in the person's own order: each book is moved by its handle, with the pointer or the arrow keys. */
import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { ShelfBook } from '../../features/bookshelf/arrange-shelf.ts';
import { ordersAfterMove, placeAmongLike } from '../../features/bookshelf/own-order.ts';
import { useShelfVerbs } from '../../features/bookshelf/use-shelf.ts';
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
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

interface Drag {
  readonly from: number;
  readonly to: number;
}

/** Follows the pointer from a handle to the book it is let go over; Escape gives up. */
const useDrag = (list: RefObject<HTMLUListElement | null>, onDrop: (drag: Drag) => void) => {
  const [drag, setDrag] = useState<Drag>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const start = (event: PointerEvent, from: number): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    let now: Drag = { from, to: from };
    const indexAt = ({ clientX, clientY }: MouseEvent): number | undefined => {
      const tile = document.elementFromPoint(clientX, clientY)?.closest('[data-place]');
      return tile !== null && tile !== undefined && list.current?.contains(tile)
        ? Number((tile as HTMLElement).dataset['place'])
        : undefined;
    };
    const follow = (move: globalThis.PointerEvent): void => {
      now = { from, to: indexAt(move) ?? now.to };
      setDrag(now);
    };
    const end = (): void => {
      stop.current?.();
      onDrop(now);
    };
    const giveUp = (key: globalThis.KeyboardEvent): void => {
      if (key.key === 'Escape') stop.current?.();
    };
    stop.current = () => {
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', giveUp);
      setDrag(undefined);
    };
    const cancel = (): void => stop.current?.();
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', giveUp);
    setDrag(now);
  };
  return { drag, start };
};

interface OwnOrderGridProps {
  /** In their order. */
  readonly books: readonly ShelfBook[];
  readonly gone: ReadonlySet<string>;
}

export const OwnOrderGrid = ({ books, gone }: OwnOrderGridProps) => {
  const verbs = useShelfVerbs();
  const list = useRef<HTMLUListElement>(null);
  const hintId = useId();
  const [said, setSaid] = useState('');
  /** The book whose handle takes the focus again once it stands elsewhere. */
  const moved = useRef<string>(undefined);
  const ordered = books.map(({ bookId, item }) => ({ bookId, order: item.order, pinned: item.pinned }));

  const move = (from: number, wished: number): void => {
    const book = books[from];
    const to = placeAmongLike(ordered, from, wished);
    if (book === undefined || to === from) return;
    moved.current = book.bookId;
    setSaid(bookshelfText.movedTo(titleOf(book), to + 1, books.length));
    void verbs.setOrder(ordersAfterMove(ordered, from, to));
  };
  const { drag, start } = useDrag(list, ({ from, to }) => move(from, to));
  const order = books.map(({ bookId }) => bookId).join();
  useEffect(() => {
    if (moved.current === undefined || order === '') return;
    list.current?.querySelector<HTMLElement>(`[data-handle="${moved.current}"]`)?.focus();
    moved.current = undefined;
  }, [order]);

  const handleKey = (event: KeyboardEvent, index: number): void => {
    const step = stepOf(event.key, books.length);
    if (step === undefined) return;
    event.preventDefault();
    move(index, index + step);
  };
  const target = drag === undefined ? undefined : placeAmongLike(ordered, drag.from, drag.to);
  return (
    <>
      <p id={hintId} className={styles.hint}>
        {bookshelfText.ownOrderHint}
      </p>
      <ul ref={list} className={grid.grid} data-dragging={drag !== undefined || undefined}>
        {books.map((book, index) => (
          <li
            key={book.bookId}
            className={styles.place}
            data-place={index}
            data-taken={drag?.from === index || undefined}
            data-drop={
              drag !== undefined && target === index && target !== drag.from ? (target < drag.from ? 'before' : 'after') : undefined
            }
          >
            <ShelfTile book={book} isGone={gone.has(book.bookId)} />
            <button
              type="button"
              className={styles.handle}
              data-handle={book.bookId}
              aria-label={bookshelfText.moveBook(titleOf(book))}
              aria-describedby={hintId}
              onKeyDown={(event) => handleKey(event, index)}
              onPointerDown={(event) => start(event, index)}
            >
              <IconGripVertical size={18} stroke={1.75} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
};
