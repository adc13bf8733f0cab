/**
 * Fits tables into their column: a table whose cells are crushed gets readable columns and scrolls; another one that is too wide gets a
 * smaller font first, then its own scroll bar.
 */
import type { SegmentFrame } from './segment-frame.ts';

/** Smallest font size of a table, as a fraction of its own size. */
const smallestScale = 0.7;
/** Number of Chinese characters that a row of a cell has at least, if its text is that long. */
const cellRowChars = 6;
/** Maximum number of cells of a table that are measured. */
const measuredCellsMax = 2_000;

const lengthOf = (element: Element, isVertical: boolean): number => {
  const box = element.getBoundingClientRect();
  return isVertical ? box.height : box.width;
};

/** Returns the width of a text in Chinese characters; other characters have half their width. */
const widthInChars = (text: string): number => {
  const trimmed = text.replace(/\s+/g, ' ').trim();
  const narrow = trimmed.match(/[\x20-\u02ff]/g)?.length ?? 0;
  return trimmed.length - narrow / 2;
};

interface CrushedCell {
  cell: HTMLElement;
  minChars: number;
}

/** Returns the cells whose text is broken into rows of less than six Chinese characters. */
const findCrushedCells = (table: HTMLElement, view: Window): CrushedCell[] => {
  const cells = table.querySelectorAll<HTMLElement>('td, th');
  if (cells.length > measuredCellsMax) return [];
  return [...cells].flatMap((cell) => {
    const minChars = Math.min(cellRowChars, Math.ceil(widthInChars(cell.textContent ?? '')));
    // Two characters fit into every cell that is as high as its row.
    if (minChars < 2 || cell.querySelector('table')) return [];
    const style = view.getComputedStyle(cell);
    const width = cell.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    return width + 1 < minChars * Number.parseFloat(style.fontSize) && hasRows(cell) ? [{ cell, minChars }] : [];
  });
};

/** Returns whether the text of a cell has more than one row. */
const hasRows = (cell: HTMLElement): boolean => {
  const range = cell.ownerDocument.createRange();
  range.selectNodeContents(cell);
  const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
  const top = Math.min(...boxes.map((box) => box.top));
  return boxes.some((box) => box.top >= top + box.height * 0.8);
};

const reset = (table: HTMLElement): void => {
  table.removeAttribute('data-sf-wide');
  if (table.dataset.sfScale) {
    table.style.removeProperty('zoom');
    delete table.dataset.sfScale;
  }
  if (!table.hasAttribute('data-sf-crushed')) return;
  table.removeAttribute('data-sf-crushed');
  for (const cell of table.querySelectorAll<HTMLElement>('[data-sf-row]')) {
    cell.style.removeProperty('--sf-cell');
    cell.removeAttribute('data-sf-row');
  }
};

/** Fits the tables. Reads all boxes, then writes, then reads again: a few layouts for any number of tables, none without tables. */
export const fitWideTables = (frame: SegmentFrame, isVertical: boolean): void => {
  const tables = [...frame.document.querySelectorAll<HTMLElement>('table')];
  if (tables.length === 0) return;
  for (const table of tables) reset(table);
  const availableSpace = (table: HTMLElement) => {
    const parent = table.parentElement;
    return parent ? (isVertical ? parent.clientHeight : parent.clientWidth) : 0;
  };
  const crushed = isVertical
    ? []
    : tables.flatMap((table) => {
        const cells = findCrushedCells(table, frame.window);
        return cells.length > 0 ? [{ table, cells }] : [];
      });
  for (const { table, cells } of crushed) {
    table.setAttribute('data-sf-crushed', '');
    for (const { cell, minChars } of cells) {
      cell.style.setProperty('--sf-cell', `${minChars}em`);
      cell.setAttribute('data-sf-row', '');
    }
  }
  const wide = tables.flatMap((table) => {
    const available = availableSpace(table);
    const length = lengthOf(table, isVertical);
    return available > 0 && length > available + 1 ? [{ table, scale: available / length }] : [];
  });
  for (const { table, scale } of wide) {
    if (table.hasAttribute('data-sf-crushed')) continue;
    // The font is slightly smaller than computed, because table cells round their widths up.
    const used = Math.max(smallestScale, scale * 0.97);
    table.dataset.sfScale = used.toFixed(3);
    table.style.setProperty('zoom', used.toFixed(3));
  }
  const still = wide.filter(({ table }) => lengthOf(table, isVertical) > availableSpace(table) + 1);
  for (const { table } of still) table.setAttribute('data-sf-wide', '');
};
