/**
 * Keeps the indentation of code that is wrapped: the later rows of a line start to the right of the indentation of every wrapped line of
 * the block, so that none of them looks like a statement of an outer level.
 */
import type { SegmentFrame } from './segment-frame.ts';

/** Additional indentation of the later rows, in characters. */
const extraChars = 2;
/** Width of a character of a monospace font as a fraction of its size; a Chinese character is as wide as the size. */
const charEm = 0.6;
const wideChars = /[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/g;

/** Returns the number of columns of a line of code. Pure. */
const columnsOf = (line: string, tabSize: number): number => {
  const wide = line.match(wideChars)?.length ?? 0;
  const tabs = line.split('\t').length - 1;
  return line.length - wide - tabs + wide / charEm + tabs * tabSize;
};

/** Returns the indentation in characters of the later rows of a block whose rows have `rowChars` columns; 0 if no line is wrapped. Pure. */
export const hangingChars = (code: string, rowChars: number, tabSize: number): number => {
  let hanging = 0;
  for (const line of code.split('\n')) {
    if (columnsOf(line.trimEnd(), tabSize) <= rowChars) continue;
    const indentation = /^[\t ]*/.exec(line)?.[0] ?? '';
    hanging = Math.max(hanging, columnsOf(indentation, tabSize) + extraChars);
  }
  return Math.min(hanging, Math.floor(rowChars / 2));
};

/** Sets the indentation of wrapped code. Reads all boxes, then writes. */
export const indentWrappedCode = (frame: SegmentFrame): void => {
  const blocks = [...frame.document.querySelectorAll<HTMLElement>('pre')].map((block) => {
    const style = frame.window.getComputedStyle(block);
    const length = frame.isVertical
      ? block.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom)
      : block.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    const rowChars = Math.floor(length / (Number.parseFloat(style.fontSize) * charEm));
    const chars = rowChars > 0 ? hangingChars(block.textContent ?? '', rowChars, Number.parseFloat(style.tabSize) || 8) : 0;
    return { block, indentation: `${chars}ch` };
  });
  for (const { block, indentation } of blocks) {
    if (block.style.getPropertyValue('--sf-hanging') !== indentation) block.style.setProperty('--sf-hanging', indentation);
  }
};
