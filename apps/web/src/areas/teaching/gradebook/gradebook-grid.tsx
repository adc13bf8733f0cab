/**
 * The table of a gradebook: one row for each student, one column for each graded work, with the total in front. Rows and columns are
 * virtualized. The focus stays on the table, which names its active cell; cells are edited by typing.
 */
import { assessedScheme } from '@shufang/assessment';
import type { GradeCellRecord, GradeColumn } from '@shufang/contract';
import { Input, Stack, Text } from '@shufang/ui';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { gradebookText as text } from '../../../platform/messages/zh-cn/gradebook.ts';
import { EMPTY, orderedColumns, parseGrade, textOfGrade } from './grade-value.ts';
import styles from './gradebook.module.css';
import { GradebookRow, type GridPosition, positionOf } from './gradebook-row.tsx';
import type { Gradebook } from './queries.ts';
import type { GradeCells } from './use-grade-cells.ts';

interface GridProps {
  readonly gradebook: Gradebook;
  readonly cells: GradeCells;
  readonly isReadOnly: boolean;
  readonly onDetail: (position: GridPosition) => void;
}

const ROW_PX = 40;
const COLUMN_PX = 112;
/** Rows that Page Up and Page Down move. */
const PAGE_ROWS = 10;

const clamp = (value: number, last: number): number => Math.max(0, Math.min(last, value));

const lineOf = ({ maxMilli, isReleased, assignmentId }: GradeColumn): string =>
  assignmentId === undefined ? text.columnLine(maxMilli, isReleased) : text.assignmentLine(maxMilli);

/** Returns where a key moves the active cell; undefined for a key that does not move it. */
const movedBy = (event: KeyboardEvent, { row, column }: GridPosition, rows: number, columns: number): GridPosition | undefined => {
  const whole = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'Home':
      return { row: whole ? 0 : row, column: 0 };
    case 'End':
      return { row: whole ? rows - 1 : row, column: columns - 1 };
    case 'PageUp':
      return { row: row - PAGE_ROWS, column };
    case 'PageDown':
      return { row: row + PAGE_ROWS, column };
    default:
      return undefined;
  }
};

export const GradebookGrid = ({ gradebook, cells, isReadOnly, onDetail }: GridProps) => {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const { scheme, students } = gradebook;
  const columns = useMemo(() => orderedColumns(scheme), [scheme]);
  const assessed = useMemo(() => assessedScheme(scheme), [scheme]);
  const [active, setActive] = useState<GridPosition>({ row: 0, column: 0 });
  /** Text of the cell that is being edited. */
  const [edited, setEdited] = useState<string>();
  /** Why the last typed or pasted text is no grade. */
  const [error, setError] = useState<string>();
  // oxlint-disable-next-line react/incompatible-library -- the component is not memoized by the compiler for this reason
  const rows = useVirtualizer({
    count: students.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    scrollPaddingStart: ROW_PX,
  });
  // oxlint-disable-next-line react/incompatible-library -- as above
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => frame.current,
    estimateSize: () => COLUMN_PX,
    overscan: 3,
  });

  const moveTo = ({ row, column }: GridPosition): void => {
    const next = { row: clamp(row, students.length - 1), column: clamp(column, columns.length - 1) };
    setActive(next);
    rows.scrollToIndex(next.row);
    across.scrollToIndex(next.column);
  };

  const cellOf = ({ row, column }: GridPosition) => {
    const [student, of] = [students[row], columns[column]];
    return student === undefined || of === undefined ? undefined : { student, of };
  };

  /** Stores the edited text. Returns false and says why if it is no grade. */
  const commit = (): boolean => {
    const at = cellOf(active);
    if (edited === undefined || at === undefined) return true;
    const value = parseGrade(edited, at.of.maxMilli);
    if ('error' in value) {
      setError(value.error);
      return false;
    }
    setEdited(undefined);
    setError(undefined);
    if (textOfGrade(value) !== textOfGrade(cells.valueOf(at.of.id, at.student.userId)))
      cells.set([{ columnId: at.of.id, userId: at.student.userId, value }]);
    return true;
  };

  const endEdit = (next: GridPosition): void => {
    if (!commit()) return;
    frame.current?.focus({ preventScroll: true });
    moveTo(next);
  };

  const handleKey = (event: KeyboardEvent): void => {
    const { row, column } = active;
    if (edited !== undefined) {
      // Enter that ends an input method's composition does not end the edit.
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Enter') endEdit({ row: row + 1, column });
      else if (event.key === 'Tab') endEdit({ row, column: column + (event.shiftKey ? -1 : 1) });
      else if (event.key === 'Escape') {
        setEdited(undefined);
        setError(undefined);
        frame.current?.focus({ preventScroll: true });
      } else return;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const next = movedBy(event, active, students.length, columns.length);
    if (next !== undefined) moveTo(next);
    else if (event.key === ' ') onDetail(active);
    else if (isReadOnly) return;
    else if (event.key === 'Enter' || event.key === 'F2') {
      const at = cellOf(active);
      if (at !== undefined) setEdited(textOfGrade(cells.valueOf(at.of.id, at.student.userId)));
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      const at = cellOf(active);
      if (at !== undefined) cells.set([{ columnId: at.of.id, userId: at.student.userId, value: EMPTY }]);
    } else if ((event.key.length === 1 || event.key === 'Process') && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // The character itself arrives in the field, which has the focus by then; so does the composition of an input method.
      setEdited('');
      return;
    } else return;
    event.preventDefault();
  };

  const handlePaste = (event: ClipboardEvent): void => {
    if (edited !== undefined || isReadOnly) return;
    const lines = event.clipboardData
      .getData('text/plain')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/);
    const changes: Pick<GradeCellRecord, 'columnId' | 'userId' | 'value'>[] = [];
    for (const [down, line] of lines.entries())
      for (const [right, typed] of line.split('\t').entries()) {
        const at = cellOf({ row: active.row + down, column: active.column + right });
        if (at === undefined) continue;
        const value = parseGrade(typed, at.of.maxMilli);
        if ('error' in value) {
          setError(value.error);
          return;
        }
        changes.push({ columnId: at.of.id, userId: at.student.userId, value });
      }
    event.preventDefault();
    setError(undefined);
    if (changes.length > 0) cells.set(changes);
  };

  const field = useRef<HTMLInputElement>(null);
  const isEditing = edited !== undefined;
  useLayoutEffect(() => {
    if (isEditing) field.current?.focus();
  }, [isEditing]);

  const shown = across.getVirtualItems();
  const before = shown[0]?.start ?? 0;
  const after = across.getTotalSize() - (shown.at(-1)?.end ?? 0);
  const activeId = `${id}-${active.row}-${active.column}`;
  const editor = (
    <Input
      ref={field}
      className={styles.field}
      aria-label={`${students[active.row]?.name ?? ''} ${columns[active.column]?.title ?? ''}`}
      aria-invalid={error !== undefined}
      value={edited ?? ''}
      onChange={setEdited}
      onBlur={({ relatedTarget }) => {
        // Keys and clicks inside the table end the edit themselves.
        if (relatedTarget !== frame.current) commit();
      }}
    />
  );
  const handleClick = ({ target }: MouseEvent): void => {
    const at = positionOf(target);
    if (at === undefined || (isEditing && at.row === active.row && at.column === active.column)) return;
    if (commit()) setActive(at);
  };
  const handleDoubleClick = ({ target }: MouseEvent): void => {
    const position = positionOf(target);
    const at = position === undefined ? undefined : cellOf(position);
    if (at !== undefined && !isReadOnly && !isEditing) setEdited(textOfGrade(cells.valueOf(at.of.id, at.student.userId)));
  };
  return (
    <Stack gap={8}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div
        ref={frame}
        role="grid"
        aria-label={text.grid}
        aria-readonly={isReadOnly}
        aria-describedby={`${id}-hint`}
        aria-rowcount={students.length + 1}
        aria-colcount={columns.length + 2}
        aria-activedescendant={isEditing ? undefined : activeId}
        tabIndex={0}
        className={styles.grid}
        onKeyDown={handleKey}
        onClick={handleClick}
        onDoubleClick={handleDoubleClick}
        onPaste={handlePaste}
      >
        <div
          role="row"
          aria-rowindex={1}
          className={styles.heading}
          style={{ width: `calc(var(--grade-lead) + ${across.getTotalSize()}px)` }}
        >
          <span role="columnheader" aria-colindex={1} className={styles.name}>
            {text.student}
          </span>
          <span role="columnheader" aria-colindex={2} className={styles.total}>
            {text.total}
          </span>
          <span role="presentation" style={{ width: before }} />
          {shown.map(({ index, key }) => {
            const column = columns[index];
            return (
              <span key={key} role="columnheader" aria-colindex={index + 3} className={styles.column} title={column?.title}>
                <Text ellipsis block>
                  {column?.title}
                </Text>
                <Text size={12} tone="faint" block>
                  {column === undefined ? '' : lineOf(column)}
                </Text>
              </span>
            );
          })}
          <span role="presentation" style={{ width: after }} />
        </div>
        <div role="rowgroup" className={styles.rows} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index: row, key, start }) => {
            const student = students[row];
            if (student === undefined) return null;
            return (
              <GradebookRow
                key={key}
                id={`${id}-${row}`}
                row={row}
                start={start}
                student={student}
                columns={columns}
                scheme={assessed}
                digits={scheme.digits}
                valueOf={cells.valueOf}
                storedCell={cells.storedCell}
                shown={shown}
                before={before}
                after={after}
                activeColumn={row === active.row ? active.column : undefined}
                editor={row === active.row && isEditing ? editor : undefined}
              />
            );
          })}
        </div>
      </div>
      {error === undefined ? null : (
        <Text as="p" role="alert" size={14} tone="accent">
          {error}
        </Text>
      )}
      <Text as="p" id={`${id}-hint`} size={13} tone="faint">
        {text.gridHint}
        {columns.some(({ assignmentId }) => assignmentId !== undefined) ? text.flagsHint : ''}
      </Text>
    </Stack>
  );
};
