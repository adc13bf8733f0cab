/** EPUB Canonical Fragment Identifiers, within one document: written for every mark, read for places that come from other readers.
 *  A document cut in segments says on the first element it keeps of each level where that stood (`data-cfi`, a path of steps from the root),
 *  and what it repeats (`data-repeat`) does not count: so the CFI is that of the whole document. */

const ELEMENT = 1;
const longestCfi = 2048;

const isText = (node: Node): boolean => node.nodeType === 3 || node.nodeType === 4;

const readSteps = (path: string): number[] => path.split('/').filter(Boolean).map(Number);

const isCounted = (node: Node): node is Element => node.nodeType === ELEMENT && !(node as Element).hasAttribute('data-repeat');

/** Step of the last element before a node, in the whole document: counted here, or from a neighbour whose step is written on it. */
const elementStepBefore = (node: Node): number => {
  let elements = 0;
  for (let before = node.previousSibling; before; before = before.previousSibling) {
    if (!isCounted(before)) continue;
    const written = before.getAttribute('data-cfi');
    if (written) return (readSteps(written).at(-1) ?? 0) + elements * 2;
    elements += 1;
  }
  return elements * 2;
};

const stepOf = (node: Node): number => {
  const written = node.nodeType === ELEMENT ? (node as Element).getAttribute('data-cfi') : null;
  if (written) return readSteps(written).at(-1) ?? 0;
  return elementStepBefore(node) + (isText(node) ? 1 : 2);
};

/** Steps of a node below the root element: elements even, text odd, as the standard counts them. */
const stepsTo = (node: Node): number[] => {
  const steps: number[] = [];
  for (let at: Node | null = node; at && at !== at.ownerDocument?.documentElement; at = at.parentNode) steps.unshift(stepOf(at));
  return steps;
};

const placeOf = (node: Node, offset: number): { steps: number[]; end: string } => {
  if (isText(node)) {
    let before = 0;
    // Neighbouring text nodes are one text to the standard.
    for (let at = node.previousSibling; at && at.nodeType !== ELEMENT; at = at.previousSibling)
      if (isText(at)) before += (at as Text).length;
    return { steps: stepsTo(node), end: `:${before + offset}` };
  }
  const child = node.childNodes[offset];
  if (child) return { steps: stepsTo(child), end: '' };
  return { steps: [...stepsTo(node), node.childNodes.length * 2 + 2], end: '' };
};

const join = (steps: number[]): string => steps.map((step) => `/${step}`).join('');

/** `/6` is the spine in every package we make; documents count by twos. */
const spineStep = (itemIndex: number): string => `/6/${(itemIndex + 1) * 2}!`;

export const writeCfiRange = (range: Range, itemIndex: number): string => {
  const start = placeOf(range.startContainer, range.startOffset);
  if (range.collapsed) return `epubcfi(${spineStep(itemIndex)}${join(start.steps)}${start.end})`.slice(0, longestCfi);
  const end = placeOf(range.endContainer, range.endOffset);
  let common = 0;
  while (common < start.steps.length - 1 && common < end.steps.length - 1 && start.steps[common] === end.steps[common]) common += 1;
  const parent = join(start.steps.slice(0, common));
  return `epubcfi(${spineStep(itemIndex)}${parent},${join(start.steps.slice(common))}${start.end},${join(end.steps.slice(common))}${end.end})`.slice(
    0,
    longestCfi,
  );
};

export interface ParsedCfi {
  itemIndex: number;
  start: { steps: number[]; offset: number | undefined };
  end: { steps: number[]; offset: number | undefined };
}

/** Undefined for what is not a CFI of one document. Assertions in brackets are skipped, as the standard allows. Pure. */
export const parseCfi = (cfi: string): ParsedCfi | undefined => {
  const whole = /^epubcfi\((.*)\)$/.exec(cfi.trim())?.[1];
  if (!whole) return undefined;
  const bare = whole.replace(/\^./g, '').replace(/\[[^\]]*\]/g, '');
  const at = bare.indexOf('!');
  if (at < 0) return undefined;
  const spine = bare.slice(0, at).split('/').filter(Boolean).map(Number);
  const last = spine.at(-1);
  if (!last || !Number.isInteger(last) || last < 2 || last % 2 === 1) return undefined;
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
      // The text between two elements may be several nodes.
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

/** Range of a CFI in a loaded document; undefined when its path is not there. */
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
