/**
 * A sortable list: rows are dragged by their handle or moved with its arrow keys. `onOrder` is called at the end of a drag or at each key
 * press; the new position is announced to screen readers.
 */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import styles from './sortable-list.module.css';
import { useDrag } from './use-drag.ts';

interface SortableListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly labels: {
    /** Returns the accessible name of the handle with which a row is moved. */
    readonly handleOf: (row: Row) => string;
    /** Hint that explains how to move a row. */
    readonly hint: string;
    /** Returns the announcement after a row was moved; `position` counts from 1. */
    readonly movedTo: (row: Row, position: number, count: number) => string;
  };
  readonly children: (row: Row) => ReactNode;
  readonly onOrder: (rows: readonly Row[]) => void;
}

const moved = <Row,>(rows: readonly Row[], from: number, to: number): readonly Row[] => {
  const row = rows[from];
  return row === undefined ? rows : rows.toSpliced(from, 1).toSpliced(to, 0, row);
};

export const SortableList = <Row,>({ label, rows, keyOf, labels, children, onOrder }: SortableListProps<Row>) => {
  const hintId = useId();
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const announce = (order: readonly Row[], row: Row): void =>
    setAnnouncement(labels.movedTo(row, order.findIndex((one) => keyOf(one) === keyOf(row)) + 1, order.length));

  const { drag, start } = useDrag({
    indexAt: ({ clientY }, { from, to }) => {
      const items = list.current?.children ?? [];
      const boxes = moved(rows, from, to).flatMap((row) => items[rows.indexOf(row)]?.getBoundingClientRect() ?? []);
      // The dragged row is inserted before the first row whose middle is below the pointer.
      const below = boxes.findIndex(({ top, height }) => clientY < top + height / 2);
      const slot = below === -1 ? boxes.length : below;
      return slot > to ? slot - 1 : slot;
    },
    onDrop: ({ from, to }) => {
      const row = rows[from];
      if (from === to || row === undefined) return;
      const order = moved(rows, from, to);
      onOrder(order);
      announce(order, row);
    },
  });
  const shown = drag === undefined ? rows : moved(rows, drag.from, drag.to);

  const handleKey = (event: KeyboardEvent<HTMLElement>, index: number): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const row = rows[index];
    if (step === undefined || row === undefined) return;
    event.preventDefault();
    const to = index + step;
    if (to < 0 || to >= rows.length) return;
    const order = moved(rows, index, to);
    const handle = event.currentTarget;
    flushSync(() => onOrder(order));
    // Moving a row within the document takes the focus from its handle, so it is set again.
    handle.focus();
    announce(order, row);
  };

  const handlePointerDown = (event: PointerEvent<HTMLElement>, index: number): void => {
    // The handle keeps receiving the pointer's events during the drag, so that the cursor does not change over other rows.
    event.currentTarget.setPointerCapture(event.pointerId);
    start(event, index);
  };

  return (
    <>
      <p id={hintId} className={styles.hint}>
        {labels.hint}
      </p>
      <ol ref={list} className={styles.list} aria-label={label}>
        {rows.map((row, index) => (
          <li key={keyOf(row)} className={styles.row} style={{ order: shown.indexOf(row) }} data-dragged={drag?.from === index}>
            <button
              type="button"
              className={styles.handle}
              aria-label={labels.handleOf(row)}
              aria-describedby={hintId}
              onKeyDown={(event) => handleKey(event, index)}
              onPointerDown={(event) => handlePointerDown(event, index)}
            >
              <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <path
                  d="M5.500 3.500h.01M5.500 8h.01M5.500 12.500h.01M10.500 3.500h.01M10.500 8h.01M10.500 12.500h.01"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="2"
                  strokeLinecap="round"
                />
              </svg>
            </button>
            <div className={styles.content}>{children(row)}</div>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  );
};
