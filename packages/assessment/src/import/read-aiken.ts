/** Reads the Aiken format: a question on one line, options `A.` or `A)`, and `ANSWER: A`. Source: docs.moodle.org/en/Aiken_format. Pure. */
import type { Question } from '@shufang/contract';
import { type ImportedItem, type ImportFinding, judgeItem } from './imported-item.ts';

const MILLI = 1000;
const OPTION = /^\s*([A-Za-z])[.)．、]\s*(.*)$/;
const KEY = /^\s*ANSWER\s*[:：]\s*([A-Za-z])\s*$/i;
const KEY_START = /^\s*ANSWER\b/i;

type Block = { line: number; lines: string[] };

/** Returns the blocks of the file: each ends with its key, or at an empty line that follows an option. */
const blocksOf = (text: string): Block[] => {
  const blocks: Block[] = [];
  let current: Block | undefined;
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    const isEmpty = line.trim() === '';
    if (current === undefined && isEmpty) continue;
    if (isEmpty && current?.lines.some((each) => OPTION.test(each)) === true) current = undefined;
    if (isEmpty) continue;
    if (current === undefined) {
      current = { line: index + 1, lines: [] };
      blocks.push(current);
    }
    current.lines.push(line);
    if (KEY_START.test(line)) current = undefined;
  }
  return blocks;
};

const readBlock = ({ lines }: Block): { question?: Question; findings: ImportFinding[] } => {
  const first = lines.findIndex((line) => OPTION.test(line));
  const last = lines.at(-1) ?? '';
  const key = KEY.exec(last);
  if (first === -1) return { findings: ['noResponse'] };
  const stem = lines.slice(0, first).map((line) => line.trim());
  if (key === null) return { findings: [KEY_START.test(last) ? 'brokenSyntax' : 'unfinished'] };
  const options: { id: string; content: string[] }[] = [];
  const findings: ImportFinding[] = stem.length > 1 ? ['severalLines'] : [];
  for (const line of lines.slice(first, -1)) {
    const option = OPTION.exec(line);
    if (option !== null) options.push({ id: (option[1] ?? '').toUpperCase(), content: [(option[2] ?? '').trim()] });
    else {
      options.at(-1)?.content.push(`\n${line.trim()}`);
      findings.push('severalLines');
    }
  }
  // Options that are not lettered in order may be lines of the question that begin with a letter.
  if (options.some(({ id }, index) => id !== String.fromCodePoint(65 + index))) findings.push('brokenSyntax');
  const question: Question = {
    view: {
      id: 'item',
      title: '',
      body: [
        { name: 'p', children: [stem.join('\n')] },
        { name: 'slot', attributes: { interaction: 'RESPONSE' } },
      ],
      interactions: { RESPONSE: { type: 'choice', options, maximumChoices: 1, isShuffled: false } },
    },
    key: {
      responses: { RESPONSE: { rule: 'choice', milli: MILLI, correct: [(key[1] ?? '').toUpperCase()], incompleteMilli: 0 } },
      explanation: [],
    },
  };
  return { question, findings };
};

/** Returns the items of a file in the Aiken format, in order. */
export const readAiken = (text: string): ImportedItem[] =>
  blocksOf(text).map((block) => judgeItem(block.line, block.lines.join('\n'), readBlock(block)));
