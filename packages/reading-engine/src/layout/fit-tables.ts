/** Tables wider than their column: first a smaller type, then a scroll bar of their own. */
import type { SegmentFrame } from './segment-frame.ts';

/** The smallest type a table is shrunk to, of its own size. */
const smallestScale = 0.7;

const lengthOf = (element: Element, isVertical: boolean): number => {
  const box = element.getBoundingClientRect();
  return isVertical ? box.height : box.width;
};

/** Reads all boxes, then writes, then reads once more: two layouts however many tables there are; none without tables. */
export const markWideTables = (frame: SegmentFrame, isVertical: boolean): void => {
  const tables = [...frame.document.querySelectorAll<HTMLElement>('table')];
  if (tables.length === 0) return;
  for (const table of tables) {
    table.removeAttribute('data-sf-wide');
    if (table.dataset.sfScale) {
      table.style.removeProperty('zoom');
      delete table.dataset.sfScale;
    }
  }
  const room = (table: HTMLElement) => {
    const parent = table.parentElement;
    return parent ? (isVertical ? parent.clientHeight : parent.clientWidth) : 0;
  };
  const wide = tables.flatMap((table) => {
    const available = room(table);
    const length = lengthOf(table, isVertical);
    return available > 0 && length > available + 1 ? [{ table, scale: available / length }] : [];
  });
  for (const { table, scale } of wide) {
    // A little less than fits: cells round their widths up.
    const used = Math.max(smallestScale, scale * 0.97);
    table.dataset.sfScale = used.toFixed(3);
    table.style.setProperty('zoom', used.toFixed(3));
  }
  const still = wide.filter(({ table }) => lengthOf(table, isVertical) > room(table) + 1);
  for (const { table } of still) table.setAttribute('data-sf-wide', '');
};
