/** Reads the GIFT format of Moodle. Source: docs.moodle.org/en/GIFT_format. Pure. */
import type { ContentNode } from '@shufang/contract';
import { readGiftAnswers } from './gift-answers.ts';
import { type GiftSource, giftItems, hideEscapes, showEscapes } from './gift-text.ts';
import { type ImportedItem, type ImportFinding, judgeItem, type ReadItem } from './imported-item.ts';

const TITLE_LENGTH_MAX = 200;
const FORMAT = /^\s*\[(?:html|moodle|plain|markdown)\]/i;
const TAG = /<\/?[a-z][^>]*>/i;
const FORMULA = /\$\$|\\\(|\\\[/;

const readItem = ({ source }: GiftSource): ReadItem => {
  const text = hideEscapes(source);
  const title = /^\s*::([\s\S]*?)::/.exec(text);
  const rest = title === null ? text : text.slice(title[0].length);
  const format = FORMAT.exec(rest);
  const body = format === null ? rest : rest.slice(format[0].length);
  const [start, end] = [body.indexOf('{'), body.lastIndexOf('}')];
  if (start === -1) return { findings: ['noResponse'] };
  if (end < start || body.slice(start + 1, end).includes('{')) return { findings: ['brokenSyntax'] };
  const [before, after] = [showEscapes(body.slice(0, start)), showEscapes(body.slice(end + 1))];
  const { parts, findings, explanation } = readGiftAnswers(body.slice(start + 1, end), after !== '');
  if (parts === undefined) return { findings };
  const slot: ContentNode = { name: 'slot', attributes: { interaction: 'RESPONSE' } };
  const lineOf = (line: string): ContentNode => ({ name: 'p', children: [line] });
  const [interaction, key] = parts;
  const looks: ImportFinding[] = [...findings];
  if (TAG.test(body) || /\[(?:html|markdown)\]/i.test(rest)) looks.push('markup');
  if (FORMULA.test(source)) looks.push('formula');
  const isInText = interaction.type === 'textEntry' || interaction.type === 'inlineChoice';
  return {
    findings: looks,
    question: {
      view: {
        id: 'item',
        title: showEscapes(title?.[1] ?? '').slice(0, TITLE_LENGTH_MAX),
        body: isInText
          ? [{ name: 'p', children: [before, ' ', slot, after === '' ? '' : ` ${after}`] }]
          : [lineOf(before), slot, ...(after === '' ? [] : [lineOf(after)])],
        interactions: { RESPONSE: interaction },
      },
      key: { responses: { RESPONSE: key }, explanation: explanation === '' ? [] : [lineOf(explanation)] },
    },
  };
};

/** Returns the items of a file in the GIFT format, in order. */
export const readGift = (text: string): ImportedItem[] => giftItems(text).map((item) => judgeItem(item.line, item.source, readItem(item)));
