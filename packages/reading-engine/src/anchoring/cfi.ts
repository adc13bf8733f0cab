/** EPUB Canonical Fragment Identifiers within one document: written for every annotation, parsed for positions from other reading systems.
 *  A segment of a document stores the original path of the first element of each level in `data-cfi` (steps from the root).
 *  Elements it repeats from an earlier segment (`data-repeat`) are not counted. So the CFI refers to the whole document. */

const ELEMENT = 1;
const cfiLengthMax = 2048;

const isText = (node: Node): boolean => node.nodeType === 3 || node.nodeType === 4;

/** Returns the last step of a path; 0 for a path without steps. */
const lastStep = (path: string): number => Number(path.slice(path.lastIndexOf('/') + 1));

const isCounted = (node: Node): node is Element => node.nodeType === ELEMENT && !(node as Element).hasAttribute('data-repeat');

/**
 * Returns the CFI step, in the whole document, of the last element before a node. Counts the preceding elements: back to the nearest one
 * with a stored step (`data-cfi`), or all of them.
 */
const elementStepBefore = (node: Node): number => {
  let elements = 0;
  for (let before = node.previousSibling; before; before = before.previousSibling) {
    if (!isCounted(before)) continue;
    const written = before.getAttribute('data-cfi');
    if (written) return lastStep(written) + elements * 2;
    elements += 1;
  }
  return elements * 2;
};

const stepOf = (node: Node): number => {
  const written = node.nodeType === ELEMENT ? (node as Element).getAttribute('data-cfi') : null;
  if (written) return lastStep(written);
  return elementStepBefore(node) + (isText(node) ? 1 : 2);
};

/** Returns the CFI steps from the root element to a node: even for elements, odd for text, as the EPUB CFI standard counts them. */
const stepsTo = (node: Node): number[] => {
  const steps: number[] = [];
  for (let at: Node | null = node; at && at !== at.ownerDocument?.documentElement; at = at.parentNode) steps.unshift(stepOf(at));
  return steps;
};

const stepsOfPoint = (node: Node, offset: number): { steps: number[]; end: string } => {
  if (isText(node)) {
    let before = 0;
    // Adjacent text nodes count as one text in the EPUB CFI standard.
    for (let at = node.previousSibling; at && at.nodeType !== ELEMENT; at = at.previousSibling)
      if (isText(at)) before += (at as Text).length;
    return { steps: stepsTo(node), end: `:${before + offset}` };
  }
  const child = node.childNodes[offset];
  if (child) return { steps: stepsTo(child), end: '' };
  return { steps: [...stepsTo(node), node.childNodes.length * 2 + 2], end: '' };
};

const join = (steps: number[]): string => steps.map((step) => `/${step}`).join('');

/** Returns the CFI step of a document. `/6` is the spine in every package that we produce; documents have even steps. */
const spineStep = (itemIndex: number): string => `/6/${(itemIndex + 1) * 2}!`;

export const writeCfiRange = (range: Range, itemIndex: number): string => {
  const start = stepsOfPoint(range.startContainer, range.startOffset);
  if (range.collapsed) return `epubcfi(${spineStep(itemIndex)}${join(start.steps)}${start.end})`.slice(0, cfiLengthMax);
  const end = stepsOfPoint(range.endContainer, range.endOffset);
  let common = 0;
  // The common path ends before the last step of the start. The end needs no such check, because its path is never a prefix of that of the
  // start.
  while (common < start.steps.length - 1 && start.steps[common] === end.steps[common]) common += 1;
  const parent = join(start.steps.slice(0, common));
  return `epubcfi(${spineStep(itemIndex)}${parent},${join(start.steps.slice(common))}${start.end},${join(end.steps.slice(common))}${end.end})`.slice(
    0,
    cfiLengthMax,
  );
};

export interface ParsedCfi {
  itemIndex: number;
  start: { steps: number[]; offset: number | undefined };
  end: { steps: number[]; offset: number | undefined };
}

/** Parses a CFI. Returns undefined if it is not a CFI of one document. Skips assertions in brackets, as the standard allows. Pure. */
export const parseCfi = (cfi: string): ParsedCfi | undefined => {
  const whole = /^epubcfi\((.*)\)$/.exec(cfi.trim())?.[1];
  if (!whole) return undefined;
  const bare = whole.replace(/\[(?:\^.|[^\]^])*\]/g, '');
  const at = bare.indexOf('!');
  if (at < 0) return undefined;
  const last = lastStep(bare.slice(0, at));
  if (!Number.isInteger(last) || last < 2 || last % 2 === 1) return undefined;
  const [parent = '', from = '', to] = bare.slice(at + 1).split(',');
  const read = (text: string): ParsedCfi['start'] | undefined => {
    const parts = /^((?:\/\d+)*)(?::(\d+))?(?:[~@].*)?$/.exec(text);
    if (!parts) return undefined;
    return {
      steps: (parts[1] ?? '').split('/').filter(Boolean).map(Number),
      offset: parts[2] === undefined ? undefined : Number(parts[2]),
    };
  };
  const start = read(parent + (to === undefined ? '' : from));
  const end = to === undefined ? start : read(parent + to);
  return start && end ? { itemIndex: last / 2 - 1, start, end } : undefined;
};

const resolve = (document: Document, { steps, offset }: ParsedCfi['start']): { node: Node; offset: number } | undefined => {
  let node: Node = document.documentElement;
  for (const [i, step] of steps.entries()) {
    let left = offset ?? 0;
    let found: { node: Node; offset: number } | undefined;
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (!(isText(child) || isCounted(child)) || stepOf(child) !== step) continue;
      if (!isText(child)) {
        found = { node: child, offset: 0 };
        break;
      }
      // The text that one CFI step addresses may consist of several adjacent text nodes.
      const { length } = child as Text;
      found = { node: child, offset: Math.min(left, length) };
      if (left <= length) break;
      left -= length;
    }
    if (!found) return undefined;
    if (i === steps.length - 1) return found;
    node = found.node;
  }
  return { node, offset: 0 };
};

/** Returns the range of a CFI in a loaded document; undefined when the document has no such node. */
export const findCfi = (cfi: string, document: Document): Range | undefined => {
  const parsed = parseCfi(cfi);
  if (!parsed) return undefined;
  const start = resolve(document, parsed.start);
  const end = resolve(document, parsed.end);
  if (!start || !end) return undefined;
  const range = document.createRange();
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset);
  return range;
};
