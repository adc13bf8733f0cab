/** Tests the colors of a chart's text, which axe cannot decide, because the text lies on a drawing. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { contrast } from '../../testing/contrast.ts';

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8');
const colors = new Map(
  [...read('../../app/styles/base.css').matchAll(/--([a-z-]+): (#[\da-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
);
const namesIn = (source: string): string[] =>
  [...source.matchAll(/\b(?:fill|color): '?var\(--(ink[a-z-]*)\)/g)].map(([, name = '']) => name);

it('the labels, the legend and the tooltip of a chart are legible on its background', () => {
  const legend = /\.legend \{[^}]*\}/.exec(read('chart.module.css'))?.[0] ?? '';
  const names = [...namesIn(read('drawing.tsx')), ...namesIn(legend)];
  expect(new Set(names)).toEqual(new Set(['ink', 'ink-soft', 'ink-faint']));
  for (const name of names) expect(contrast(colors.get(name) ?? '', colors.get('paper-raised') ?? '')).toBeGreaterThanOrEqual(4.5);
});
