/** Text selection by keyboard, which starts at the first sentence on the screen. The browser handles selection by mouse and touch. */
import type { TextIndex } from '../locator/text-index.ts';
import type { SelectionUnit } from '../navigator/protocol.ts';

const sentenceEnd = /[。!?！？；;…]["'”’」』）)]*|\.\s|\n/g;

/** Returns the start of the sentence after (or before) a character offset. Pure. */
export const nextBoundary = (text: string, at: number, unit: SelectionUnit, direction: 'forward' | 'backward'): number => {
  if (unit === 'character') {
    const step = direction === 'forward' ? 1 : -1;
    let to = at + step;
    const code = text.charCodeAt(to);
    if (code >= 0xdc00 && code <= 0xdfff) to += step;
    return Math.min(text.length, Math.max(0, to));
  }
  const pattern = unit === 'block' ? /\n/g : new RegExp(sentenceEnd);
  if (direction === 'forward') {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) return text.length;
    const end = found.index + found[0].length;
    return end > at ? end : nextBoundary(text, at + 1, unit, direction);
  }
  let best = 0;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found && found.index + found[0].length < at; found = pattern.exec(text))
    best = found.index + found[0].length;
  return best;
};

/**
 * Extends the selection's end, or starts a selection at `startChar`. Returns null when there is no text. Offsets count in the segment's
 * text.
 */
export const extendSelection = (
  selection: Selection,
  index: TextIndex,
  startChar: number,
  unit: SelectionUnit,
  direction: 'forward' | 'backward',
): Range | null => {
  const { text } = index;
  let from = startChar;
  let to = startChar;
  if (selection.rangeCount > 0 && !selection.isCollapsed && selection.anchorNode && selection.focusNode) {
    const anchor = index.pointAt(selection.anchorNode, selection.anchorOffset);
    const focus = index.pointAt(selection.focusNode, selection.focusOffset);
    from = (anchor && index.charOf(anchor)) ?? startChar;
    to = (focus && index.charOf(focus)) ?? startChar;
    to = nextBoundary(text, to, unit, direction);
  } else {
    // The selection starts after white space and line ends before the first sentence.
    while (from < text.length && /\s/.test(text[from] ?? '')) from += 1;
    to = nextBoundary(text, from, unit === 'block' ? 'block' : 'sentence', 'forward');
  }
  const [start, end] = from <= to ? [from, to] : [to, from];
  const range = index.rangeOf(start, end);
  if (!range || range.collapsed) return null;
  if (from <= to) selection.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
  else selection.setBaseAndExtent(range.endContainer, range.endOffset, range.startContainer, range.startOffset);
  return range;
};
