/**
 * A list whose rows are put in order: dragged by their handle, by pointer or finger, or moved by the arrow keys on it. The order is told
 * once the hand lets go, or at each key press; where a row stands then is read aloud.
 */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import styles from './sortable-list.module.css';

interface SortableListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly words: {
    /** Names the handle of a row. */
    readonly handleOf: (row: Row) => string;
    /** How it is used. */
    readonly hint: string;
    /** `place` from 1. */
    readonly movedTo: (row: Row, place: number, count: number) => string;
  };
  readonly children: (row: Row) => ReactNode;
  readonly onOrder: (rows: readonly Row[]) => void;
}

const moved = <Row,>(rows: readonly Row[], from: number, to: number): readonly Row[] => {
  const row = rows[from];
  return row === undefined ? rows : rows.toSpliced(from, 1).toSpliced(to, 0, row);
};

export const SortableList = <Row,>({ label, rows, keyOf, words, children, onOrder }: SortableListProps<Row>) => {
  const hintId = useId();
  const list = useRef<HTMLOListElement>(null);
  /** While a row is being dragged: which, and the order so far. */
  const [drag, setDrag] = useState<{ readonly key: string; readonly order: readonly Row[] }>();
  const [said, setSaid] = useState('');
  const say = (order: readonly Row[], row: Row): void =>
    setSaid(words.movedTo(row, order.findIndex((one) => keyOf(one) === keyOf(row)) + 1, order.length));

  /** Only the look follows the drag: a handle that were moved within the page would let go of the pointer. */
  const placeOf = (row: Row, index: number): number => drag?.order.findIndex((one) => keyOf(one) === keyOf(row)) ?? index;

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
    // The row was taken out of the page and put in elsewhere: the focus goes with it.
    handle.focus();
    say(order, row);
  };

  const handlePointerDown = (event: PointerEvent<HTMLElement>, row: Row): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ key: keyOf(row), order: rows });
  };
  const handlePointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (drag === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const from = drag.order.findIndex((row) => keyOf(row) === drag.key);
    const items = list.current?.children ?? [];
    const boxes = drag.order.flatMap((row) => items[rows.findIndex((one) => keyOf(one) === keyOf(row))]?.getBoundingClientRect() ?? []);
    // The first row whose middle lies below the pointer takes the place after it.
    const below = boxes.findIndex(({ top, height }) => event.clientY < top + height / 2);
    const slot = below === -1 ? boxes.length : below;
    const to = slot > from ? slot - 1 : slot;
    if (to !== from) setDrag({ ...drag, order: moved(drag.order, from, to) });
  };
  const handlePointerEnd = (isGivenUp: boolean): void => {
    if (drag === undefined) return;
    setDrag(undefined);
    const row = rows.find((one) => keyOf(one) === drag.key);
    const isChanged = drag.order.some((one, index) => one !== rows[index]);
    if (isGivenUp || !isChanged || row === undefined) return;
    onOrder(drag.order);
    say(drag.order, row);
  };

  return (
    <>
      <p id={hintId} className={styles.hint}>
        {words.hint}
      </p>
      <ol ref={list} className={styles.list} aria-label={label}>
        {rows.map((row, index) => (
          <li key={keyOf(row)} className={styles.row} style={{ order: placeOf(row, index) }} data-dragged={drag?.key === keyOf(row)}>
            <button
              type="button"
              className={styles.handle}
              aria-label={words.handleOf(row)}
              aria-describedby={hintId}
              onKeyDown={(event) => handleKey(event, index)}
              onPointerDown={(event) => handlePointerDown(event, row)}
              onPointerMove={handlePointerMove}
              onPointerUp={() => handlePointerEnd(false)}
              onPointerCancel={() => handlePointerEnd(true)}
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
        {said}
      </p>
    </>
  );
};
