/** Divides the answer to a question with several blanks. Pure. */
import { fold } from './paper-patterns.ts';
import { type RichText, sliceRich, trimRich } from './rich-text.ts';

const SEPARATORS: readonly RegExp[] = [/[;|\n]/g, /\t|\s{2,}/g, /、/g, /,/g, /\s+/g];
const ENUMERATED = /(?:^|[\s;,、])*(?:\((\d)\)|([①-⑩]))\s*/g;

const splitAt = (rich: RichText, folded: string, pattern: RegExp): RichText[] => {
  const parts: RichText[] = [];
  let start = 0;
  for (const match of folded.matchAll(pattern)) {
    parts.push(trimRich(sliceRich(rich, start, match.index)));
    start = match.index + match[0].length;
  }
  parts.push(trimRich(sliceRich(rich, start)));
  return parts;
};

const enumerated = (rich: RichText, folded: string, count: number): RichText[] | undefined => {
  const labels = [...folded.matchAll(ENUMERATED)];
  const isInOrder = labels.every((match, index) => Number(match[1] ?? (match[2]?.charCodeAt(0) ?? 0) - 0x24_5f) === index + 1);
  if (labels.length !== count || !isInOrder || labels[0]?.index !== 0) return undefined;
  return splitAt(rich, folded, ENUMERATED)
    .slice(1)
    .map((part) => trimRich({ text: part.text.replace(/[;；,，、]$/, ''), flags: part.flags }));
};

/** Returns the answer of each blank; undefined if it cannot be divided into as many. */
export const blankAnswers = (answer: RichText, count: number): RichText[] | undefined => {
  const rich = trimRich(answer);
  const folded = fold(rich.text);
  if (rich.text === '') return undefined;
  const listed = enumerated(rich, folded, count);
  if (listed !== undefined) return listed;
  if (count === 1) return [rich];
  for (const pattern of SEPARATORS) {
    const parts = splitAt(rich, folded, pattern).filter(({ text }) => text !== '');
    if (parts.length === count) return parts;
    // Another number of parts by a stronger separator: a weaker one would divide the parts themselves.
    if (parts.length > 1 && pattern === SEPARATORS[0]) return undefined;
  }
  return undefined;
};

/** Returns what is accepted in one blank. `或`, `/` between spaces and `&&` part alternatives. */
export const alternativesOf = (text: string): string[] =>
  text
    .split(/\s*&&\s*|\s+或(?:者)?\s+|\s+\/\s+|[（(]\s*或\s*(?=[^（()）]+[)）]$)/)
    .map((each, index) =>
      (index > 0 ? each.replace(/[)）]$/, (end) => (each.includes('(') || each.includes('（') ? end : '')) : each).trim(),
    )
    .filter((each) => each !== '');
