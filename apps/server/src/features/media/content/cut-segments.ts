/** Where a long document is cut: between blocks, before headings if it can be, inside a row, figure or list item only if it must. */
import { LIMITS } from '@shufang/contract/limits';
import type { Block } from './content-model.ts';
import type { ElementNode } from './content-tree.ts';

/** What a block costs to lay out besides its characters. */
const BLOCK_WEIGHT = 8;
/** How unwelcome a cut is whose two sides share this element. */
const CUT_COST: Readonly<Record<string, number>> = {
  tr: 400,
  figure: 200,
  dl: 5,
  li: 60,
  dd: 60,
  dt: 60,
  td: 300,
  th: 300,
  thead: 500,
  details: 60,
  blockquote: 20,
  aside: 30,
  table: 10,
  tbody: 0,
  ul: 4,
  ol: 4,
};
const AFTER_HEADING = 100;

/** Cost of a cut before each block: what encloses both sides, and whether a heading starts or was just passed. */
const cutCosts = (body: ElementNode, blocks: readonly Block[]): Float64Array => {
  const costs = new Float64Array(blocks.length);
  const visit = (node: ElementNode): void => {
    const first = node.firstBlock ?? 0;
    const end = node.endBlock ?? first;
    const cost = Object.hasOwn(CUT_COST, node.name) ? (CUT_COST[node.name] ?? 0) : 0;
    if (cost > 0) for (let i = first + 1; i < end; i++) costs[i] = (costs[i] ?? 0) + cost;
    if (node.block !== undefined) return;
    for (const child of node.children) if (child.kind === 'element' && (child.endBlock ?? 0) > (child.firstBlock ?? 0)) visit(child);
  };
  visit(body);
  blocks.forEach((block, i) => {
    const before = blocks[i - 1];
    if (before?.kind === 'heading') costs[i] = (costs[i] ?? 0) + AFTER_HEADING;
    else if (block.kind === 'heading') costs[i] = (costs[i] ?? 0) - (8 - (block.level ?? 6)) * 3;
  });
  return costs;
};

/** Index of the first block of each segment; the first is 0. */
export const cutSegments = (body: ElementNode, blocks: readonly Block[]): number[] => {
  const weights = blocks.map((block) => block.text.length + BLOCK_WEIGHT);
  let remaining = weights.reduce((sum, weight) => sum + weight, 0);
  const starts = [0];
  if (remaining <= LIMITS.segmentCharsMax) return starts;
  const costs = cutCosts(body, blocks);
  let start = 0;
  while (remaining > LIMITS.segmentCharsMax) {
    const target = remaining / Math.ceil(remaining / ((LIMITS.segmentCharsMin + LIMITS.segmentCharsMax) / 2));
    let weight = 0;
    let best = -1;
    let bestScore = Number.POSITIVE_INFINITY;
    let bestWeight = 0;
    for (let i = start + 1; i < blocks.length; i++) {
      weight += weights[i - 1] ?? 0;
      if (weight > LIMITS.segmentCharsMax && best >= 0) break;
      if (weight < LIMITS.segmentCharsMin && weight + (weights[i] ?? 0) <= LIMITS.segmentCharsMax) continue;
      const score = (costs[i] ?? 0) + (Math.abs(weight - target) / LIMITS.segmentCharsMax) * 12;
      if (score < bestScore) {
        best = i;
        bestScore = score;
        bestWeight = weight;
      }
    }
    if (best < 0) break;
    starts.push(best);
    start = best;
    remaining -= bestWeight;
  }
  return starts;
};
