/**
 * Chooses where a long document is cut: between blocks, preferably before headings, inside a row, figure or list item only if necessary.
 */

import { PUBLICATION_LIMITS } from '../limits.ts';
import type { Block } from './content-model.ts';
import type { ElementNode } from './content-tree.ts';

/** Cost of laying out a block, counted as this many characters in addition to its own. */
const BLOCK_WEIGHT = 8;
/** Costs of a cut inside an element, by element name. */
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

/** Returns the cost of a cut before each block, from the elements that enclose both sides and nearby headings. */
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

/** Returns the index of the first block of each segment; the first is 0. */
export const cutSegments = (body: ElementNode, blocks: readonly Block[]): number[] => {
  const weights = blocks.map((block) => block.text.length + BLOCK_WEIGHT);
  let remaining = weights.reduce((sum, weight) => sum + weight, 0);
  const starts = [0];
  if (remaining <= PUBLICATION_LIMITS.segmentCharsMax) return starts;
  const costs = cutCosts(body, blocks);
  let start = 0;
  while (remaining > PUBLICATION_LIMITS.segmentCharsMax) {
    const target = remaining / Math.ceil(remaining / ((PUBLICATION_LIMITS.segmentCharsMin + PUBLICATION_LIMITS.segmentCharsMax) / 2));
    let weight = 0;
    let best = -1;
    let bestScore = Number.POSITIVE_INFINITY;
    let bestWeight = 0;
    for (let i = start + 1; i < blocks.length; i++) {
      weight += weights[i - 1] ?? 0;
      if (weight > PUBLICATION_LIMITS.segmentCharsMax && best >= 0) break;
      if (weight < PUBLICATION_LIMITS.segmentCharsMin && weight + (weights[i] ?? 0) <= PUBLICATION_LIMITS.segmentCharsMax) continue;
      const score = (costs[i] ?? 0) + (Math.abs(weight - target) / PUBLICATION_LIMITS.segmentCharsMax) * 12;
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
