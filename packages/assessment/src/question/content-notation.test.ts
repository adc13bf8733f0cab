import type { ContentNode } from '@shufang/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NotationParts, readInlineNotation, readNotation, writeNotation } from './content-notation.ts';

const PICTURE = { src: 'data:image/png;base64,AAAA', alt: '图' };
const PARTS: NotationParts = { interactions: ['R1', 'R2'], gaps: { R2: ['G1', 'G2'] }, pictures: [PICTURE], preserved: [] };
const slot = (interaction: string, part?: string): ContentNode => ({ name: 'slot', attributes: { interaction, ...(part && { part }) } });
const p = (...children: ContentNode[]): ContentNode => ({ name: 'p', children });

const rows: readonly (readonly [notation: string, content: readonly ContentNode[]])[] = [
  ['一行', [p('一行')]],
  ['两行\n之二', [p('两行'), p('之二')]],
  ['写 {{1}} 处', [p('写 ', slot('R1'), ' 处')]],
  ['题干\n{{1}}', [p('题干'), slot('R1')]],
  ['填 {{2.1}} 和 {{2.2}}', [p('填 ', slot('R2', 'G1'), ' 和 ', slot('R2', 'G2'))]],
  ['`x = 1` 与 **重点**', [p({ name: 'code', children: ['x = 1'] }, ' 与 ', { name: 'strong', children: ['重点'] })]],
  ['H~2~O，x^2^', [p('H', { name: 'sub', children: ['2'] }, 'O，x', { name: 'sup', children: ['2'] })]],
  ['看 {{图1}}', [p('看 ', { name: 'img', attributes: PICTURE })]],
  ['```\nfor i in range(3):\n  print(i)\n```', [{ name: 'pre', children: ['for i in range(3):\n  print(i)'] }]],
  ['\\{{1}} \\*\\*不重\\*\\*', [p('{{1}} **不重**')]],
];

describe('notation of a text', () => {
  it.each(rows)('%j is read and written', (notation, content) => {
    expect(readNotation(notation, PARTS)).toEqual(content);
    expect(writeNotation(content, PARTS)).toBe(notation);
  });

  it('keeps placeholders that refer to nothing as text', () => {
    expect(readNotation('{{7}} {{2.9}} {{图3}}', PARTS)).toEqual([p('{{7}} {{2.9}} {{图3}}')]);
  });

  it('names passages, of which right ones begin with an equals sign', () => {
    const found: string[] = [];
    const content = readNotation('列表{{1:可变}}，元组{{1:=可变}}', PARTS, (_interaction, text) => `T${found.push(text)}`);
    expect(found).toEqual(['可变', '=可变']);
    expect(content).toEqual([
      p('列表', { name: 'slot', attributes: { interaction: 'R1', part: 'T1' }, children: ['可变'] }, '，元组', {
        name: 'slot',
        attributes: { interaction: 'R1', part: 'T2' },
        children: ['可变'],
      }),
    ]);
  });

  it('reads a short text without a paragraph', () => {
    expect(readInlineNotation('`a` 项', PARTS)).toEqual([{ name: 'code', children: ['a'] }, ' 项']);
  });

  it('keeps a table, a formula and nested marks as they are', () => {
    const table: ContentNode = { name: 'table', children: [{ name: 'tr', children: [{ name: 'td', children: ['1'] }] }] };
    const formula: ContentNode = { name: 'math', children: [{ name: 'mi', children: ['x'] }] };
    const nested: ContentNode = { name: 'strong', children: [{ name: 'em', children: ['重'] }] };
    const parts: NotationParts = { ...PARTS, preserved: [] };
    const content = [p('设 ', formula, '，', nested), table, p(formula)];
    const notation = writeNotation(content, parts);
    expect(notation).toBe('设 {{原1}}，{{原2}}\n{{原3}}\n{{原1}}');
    expect(readNotation(notation, parts)).toEqual(content);
  });

  it('gives back any line of text', () => {
    const line = fc.string({ unit: fc.constantFrom(...'ab 好\\`*~^{}12:.图_[]()') }).filter((text) => text.trim() === text && text !== '');
    fc.assert(
      fc.property(line, (text) => {
        const notation = writeNotation([p(text)], PARTS);
        expect(readNotation(notation, PARTS)).toEqual([p(text)]);
      }),
    );
  });
});
