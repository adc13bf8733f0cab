/**
 * The text that WeChat Read copies: `《title》`, author, `n个笔记`, then chapters and passages. Today passages begin with `◆`, and a thought
 * is `◆ 2026/07/24发表想法` with the passage after `原文：`. Earlier versions wrote `◆ chapter`, `>> passage` and `// thought`. Pure.
 */
import { wereadPhrases } from '../../../platform/messages/zh-cn/imported-files.ts';
import { createCollector, type ImportedBook, type ReadFields } from './imported-notes.ts';

const { name: NAME, end: END, title: TITLE, titleLine: TITLE_LINE, count: COUNT, thought: THOUGHT, quoted: QUOTED } = wereadPhrases;
const DATE_AT_END = /\s*(\d{4})[/-](\d{1,2})[/-](\d{1,2})\s*$/;

const dayOf = ([, year, month, day]: RegExpMatchArray): number => new Date(Number(year), Number(month) - 1, Number(day)).getTime();

export const isWeread = (text: string): boolean => TITLE_LINE.test(text) && (/^\s*(?:◆|>>)/m.test(text) || NAME.test(text));

export const parseWeread = (content: string): ImportedBook[] => {
  const collector = createCollector();
  // Earlier versions have chapters after the diamond, and passages after two arrows.
  const hasArrows = /^\s*>>/m.test(content);
  let title = '';
  let chapter = '';
  let isHead = false;
  let current: (ReadFields & { text: string; note: string; isThought: boolean; isQuote: boolean }) | undefined;
  const finish = (): void => {
    if (current !== undefined) collector.add(title, current);
    current = undefined;
  };
  const begin = (text: string, isThought = false, createdAt?: number): void => {
    finish();
    isHead = false;
    current = { text, note: '', chapter, createdAt, isThought, isQuote: false };
  };

  for (const raw of content.split(/\r?\n/)) {
    const line = raw.replace(/^\ufeff/, '').trim();
    const named = TITLE.exec(line);
    if (END.test(line)) {
      finish();
      chapter = '';
    } else if (named !== null && !current?.isThought) {
      finish();
      [title, chapter, isHead] = [named[1] ?? '', '', true];
    } else if (line.startsWith('◆')) {
      const rest = line.slice(1).trim();
      const thought = THOUGHT.exec(rest);
      if (thought !== null) begin('', true, dayOf(thought));
      else if (hasArrows) {
        finish();
        [chapter, isHead] = [rest, false];
      } else begin(rest);
    } else if (line.startsWith('>>')) {
      const text = line.slice(2).trim();
      const dated = DATE_AT_END.exec(text);
      begin(text.replace(DATE_AT_END, ''), false, dated === null ? undefined : dayOf(dated));
    } else if (line.startsWith('//') && current !== undefined) {
      current.note = [current.note, line.slice(2).trim().replace(DATE_AT_END, '')].filter(Boolean).join('\n');
    } else if (line === '' || COUNT.test(line)) {
      if (COUNT.test(line)) isHead = false;
      // A passage ends with an empty line; a thought has several paragraphs until its passage. Earlier versions put empty lines between.
      if (!hasArrows && current !== undefined && (!current.isThought || current.isQuote)) finish();
    } else if (current?.isThought && !current.isQuote && QUOTED.test(line)) {
      current.text = line.replace(QUOTED, '').replace(/^[“"]|[”"]$/g, '');
      current.isQuote = true;
    } else if (current !== undefined) {
      if (current.isThought && !current.isQuote) current.note = [current.note, line].filter(Boolean).join('\n');
      else current.text += `\n${line}`;
    } else if (!isHead) chapter = line;
  }
  finish();
  return collector.books();
};
