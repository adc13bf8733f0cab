/** Measures the lines of a page's text. Runs inside of the page. */

export interface LineFigures {
  /** Number of lines that begin with punctuation that must not begin one. */
  readonly badLineStarts: number;
  /** Smallest space between a formula and the Chinese character beside it on the same line, in em; undefined without such a pair. */
  readonly formulaGapEm: number | undefined;
  /** Largest space between two Chinese characters beside each other on one line, in em. */
  readonly widestGapEm: number;
  /** Number of paragraphs whose last line is a single character, with its punctuation. */
  readonly loneLastCharacters: number;
  /** Number of numbers of two digits that take one character's space in a vertical line. */
  readonly uprightNumbers: number;
}

export const measureLines = ({ fontPx, isVertical }: { fontPx: number; isVertical: boolean }): LineFigures => {
  interface Box {
    text: string;
    start: number;
    end: number;
    line: number;
    isFormula: boolean;
  }
  const figures = { badLineStarts: 0, widestGapEm: 0, loneLastCharacters: 0, uprightNumbers: 0 };
  let formulaGap: number | undefined;
  const round = (value: number) => Math.round(value * 100) / 100;
  for (const paragraph of document.querySelectorAll('p')) {
    const boxes: Box[] = [];
    const add = (text: string, rect: DOMRect, isFormula: boolean) => {
      const [start, end] = isVertical ? [rect.top, rect.bottom] : [rect.left, rect.right];
      const line = isVertical ? -(rect.left + rect.right) / 2 : (rect.top + rect.bottom) / 2;
      if (end > start) boxes.push({ text, start, end, line, isFormula });
    };
    const visit = (node: Node) => {
      if (node instanceof Element && node.localName === 'math') add(node.textContent ?? '', node.getBoundingClientRect(), true);
      else if (node instanceof Text) {
        const range = document.createRange();
        for (let at = 0; at < node.length; at++) {
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const [rect] = range.getClientRects();
          if (rect) add(node.data.charAt(at), rect, false);
        }
      } else for (const child of node.childNodes) visit(child);
    };
    visit(paragraph);
    const lines: Box[][] = [];
    for (const box of boxes) {
      const line = lines.at(-1);
      const before = line?.at(-1);
      if (line && before && Math.abs(before.line - box.line) < fontPx * 0.75 && box.start >= before.start - 1) line.push(box);
      else lines.push([box]);
    }
    for (const line of lines.slice(1)) if (/^[，。、；：！？）」』》”’]/.test(line[0]?.text ?? '')) figures.badLineStarts += 1;
    for (const line of lines) {
      for (const [index, box] of line.entries()) {
        const next = line[index + 1];
        if (!next) continue;
        const [left, right] = [/\p{Script=Han}/u.test(box.text), /\p{Script=Han}/u.test(next.text)];
        const gap = (next.start - box.end) / fontPx;
        if (box.isFormula !== next.isFormula && (left || right)) formulaGap = Math.min(formulaGap ?? gap, gap);
        else if (left && right && !box.isFormula && !next.isFormula) figures.widestGapEm = Math.max(figures.widestGapEm, gap);
      }
    }
    const last = lines.at(-1) ?? [];
    if (lines.length > 1 && last.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).length === 1) figures.loneLastCharacters += 1;
  }
  for (const number of document.querySelectorAll('[data-upright]')) {
    const { height } = number.getBoundingClientRect();
    if (isVertical && height <= fontPx * 1.1) figures.uprightNumbers += 1;
  }
  return { ...figures, widestGapEm: round(figures.widestGapEm), formulaGapEm: formulaGap === undefined ? undefined : round(formulaGap) };
};
