/**
 * A row of the gradebook's table: a student, the total, and the cells of the columns in view. It is drawn again only when it changes: while
 * the table scrolls, the rows that stay in view cost nothing.
 */
import { type GradeScheme, studentGrade } from '@shufang/assessment';
import type { GradeCellRecord, GradeColumn } from '@shufang/contract';
import { Text } from '@shufang/ui';
import type { VirtualItem } from '@tanstack/react-virtual';
import { memo, type ReactNode } from 'react';
import { gradebookText as text } from '../../../platform/messages/zh-cn/gradebook.ts';
import { EMPTY, textOfGrade, textOfTotal } from './grade-value.ts';
import styles from './gradebook.module.css';
import type { Gradebook } from './queries.ts';
import type { GradeCells } from './use-grade-cells.ts';

export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

/** What is shown beside the result of an assignment: that a teacher changed it, that it was late, that responses wait for a person. */
const CellFlags = ({ cell }: { cell: GradeCellRecord | undefined }) => {
  if (cell === undefined) return null;
  const flag = (name: string, short: string) => (
    <abbr title={name} className={styles.flag}>
      {short}
    </abbr>
  );
  return (
    <>
      {cell.isOverride ? flag(text.flagNames.override, text.flags.override) : null}
      {cell.isLate ? flag(text.flagNames.late, text.flags.late) : null}
      {cell.unscored === undefined ? null : flag(text.flagNames.unscored(cell.unscored), text.flags.unscored)}
    </>
  );
};

interface RowProps {
  /** Prefix of the ids of its cells, which end with the index of the column. */
  readonly id: string;
  readonly row: number;
  /** Distance from the top of the table in pixels. */
  readonly start: number;
  readonly student: Gradebook['students'][number];
  readonly columns: readonly GradeColumn[];
  readonly scheme: GradeScheme;
  readonly digits: number;
  readonly valueOf: GradeCells['valueOf'];
  readonly storedCell: GradeCells['storedCell'];
  /** The columns in view, and the width of those before and after them in pixels. */
  readonly shown: readonly VirtualItem[];
  readonly before: number;
  readonly after: number;
  readonly activeColumn: number | undefined;
  /** The field in the active cell while that is being edited. */
  readonly editor: ReactNode;
}

/** The attributes by which the table finds the cell of an event. */
const placeOf = ({ row, column }: GridPosition) => ({ 'data-row': row, 'data-column': column });

/** Returns the position of the cell in which an event happened; undefined outside of the cells. */
export const positionOf = (target: EventTarget): GridPosition | undefined => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row][data-column]') : null;
  return cell === null ? undefined : { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) };
};

export const GradebookRow = memo(function GradebookRow({
  id,
  row,
  start,
  student,
  columns,
  scheme,
  digits,
  valueOf,
  storedCell,
  shown,
  before,
  after,
  activeColumn,
  editor,
}: RowProps) {
  const own = new Map(columns.map((column) => [column.id, valueOf(column.id, student.userId)]));
  const { scaledTotal } = studentGrade(scheme, own).soFar;
  return (
    <div role="row" aria-rowindex={row + 2} className={styles.row} style={{ transform: `translateY(${start}px)` }}>
      <span role="rowheader" aria-colindex={1} className={styles.name}>
        <Text ellipsis block>
          {student.name}
        </Text>
        <Text size={12} tone="faint" block>
          {student.studentNo}
        </Text>
      </span>
      <span role="gridcell" aria-colindex={2} className={styles.total}>
        {textOfTotal(scaledTotal, digits)}
      </span>
      <span role="presentation" style={{ width: before }} />
      {shown.map(({ index, key }) => {
        const column = columns[index];
        if (column === undefined) return null;
        const value = own.get(column.id) ?? EMPTY;
        const isActive = index === activeColumn;
        return (
          // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the table has the focus and names its active cell
          <span
            key={key}
            id={`${id}-${index}`}
            role="gridcell"
            aria-colindex={index + 3}
            aria-selected={isActive}
            className={styles.cell}
            data-active={isActive || undefined}
            data-state={value.kind}
            {...placeOf({ row, column: index })}
          >
            {isActive && editor !== undefined ? (
              editor
            ) : (
              <>
                <CellFlags cell={storedCell(column.id, student.userId)} />
                {textOfGrade(value)}
              </>
            )}
          </span>
        );
      })}
      <span role="presentation" style={{ width: after }} />
    </div>
  );
});
