/** Fits tables that are wider than their column: first with a smaller font, then with their own scroll bar. */
import type { SegmentFrame } from './segment-frame.ts';

/** Smallest font size of a table, as a fraction of its own size. */
const smallestScale = 0.7;

const lengthOf = (element: Element, isVertical: boolean): number => {
  const box = element.getBoundingClientRect();
  return isVertical ? box.height : box.width;
};

/** Makes wide tables fit. Reads all boxes, then writes, then reads again: two layouts for any number of tables, none without tables. */
export const fitWideTables = (frame: SegmentFrame, isVertical: boolean): void => {
  const tables = [...frame.document.querySelectorAll<HTMLElement>('table')];
  if (tables.length === 0) return;
  for (const table of tables) {
    table.removeAttribute('data-sf-wide');
    if (table.dataset.sfScale) {
      table.style.removeProperty('zoom');
      delete table.dataset.sfScale;
    }
  }
  const availableSpace = (table: HTMLElement) => {
    const parent = table.parentElement;
    return parent ? (isVertical ? parent.clientHeight : parent.clientWidth) : 0;
  };
  const wide = tables.flatMap((table) => {
    const available = availableSpace(table);
    const length = lengthOf(table, isVertical);
    return available > 0 && length > available + 1 ? [{ table, scale: available / length }] : [];
  });
  for (const { table, scale } of wide) {
    // The font is slightly smaller than computed, because table cells round their widths up.
    const used = Math.max(smallestScale, scale * 0.97);
    table.dataset.sfScale = used.toFixed(3);
    table.style.setProperty('zoom', used.toFixed(3));
  }
  const still = wide.filter(({ table }) => lengthOf(table, isVertical) > availableSpace(table) + 1);
  for (const { table } of still) table.setAttribute('data-sf-wide', '');
};
