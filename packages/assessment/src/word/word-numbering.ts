/** Numbers that Word writes by itself: they are not in the text of a document. Pure. */
import { childNamed, childrenNamed, type XmlElement } from '../xml/xml-element.ts';

type Level = { readonly format: string; readonly text: string; readonly start: number };

const attribute = (element: XmlElement | undefined, name: string): string | undefined =>
  element?.attributes[`w:${name}`] ?? element?.attributes[name];

const DIGITS = '零一二三四五六七八九';

/** Returns a number up to 99 in Chinese. */
export const chineseNumber = (value: number): string => {
  if (value <= 0 || value > 99) return String(value);
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  return `${tens > 1 ? (DIGITS[tens] ?? '') : ''}${tens > 0 ? '十' : ''}${ones > 0 ? (DIGITS[ones] ?? '') : ''}`;
};

const letter = (value: number, first: string): string => String.fromCharCode(first.charCodeAt(0) + ((value - 1) % 26));

const formatted = (value: number, format: string): string => {
  if (format === 'upperLetter') return letter(value, 'A');
  if (format === 'lowerLetter') return letter(value, 'a');
  if (/chinese|japanese|taiwanese|ideograph/i.test(format)) return chineseNumber(value);
  if (/enclosedcircle/i.test(format) && value <= 20) return String.fromCharCode(0x24_60 + value - 1);
  return format === 'none' || format === 'bullet' ? '' : String(value);
};

export interface WordNumbering {
  /** Returns the label of the next paragraph of a list, with a space behind it; empty if it has none. */
  readonly labelOf: (numberId: string, level: number) => string;
}

/** Returns the numbers of a document; `numbering`: the root of `word/numbering.xml`. */
export const wordNumbering = (numbering: XmlElement | undefined): WordNumbering => {
  const abstract = new Map<string, Map<number, Level>>();
  const lists = new Map<string, { abstractId: string; starts: Map<number, number> }>();
  const levelOf = (element: XmlElement): Level => ({
    format: attribute(childNamed(element, 'numFmt'), 'val') ?? 'decimal',
    text: attribute(childNamed(element, 'lvlText'), 'val') ?? '',
    start: Number(attribute(childNamed(element, 'start'), 'val') ?? 1),
  });
  for (const each of numbering === undefined ? [] : childrenNamed(numbering, 'abstractNum'))
    abstract.set(
      attribute(each, 'abstractNumId') ?? '',
      new Map(childrenNamed(each, 'lvl').map((level) => [Number(attribute(level, 'ilvl') ?? 0), levelOf(level)] as const)),
    );
  for (const each of numbering === undefined ? [] : childrenNamed(numbering, 'num'))
    lists.set(attribute(each, 'numId') ?? '', {
      abstractId: attribute(childNamed(each, 'abstractNumId'), 'val') ?? '',
      starts: new Map(
        childrenNamed(each, 'lvlOverride').flatMap((override) => {
          const start = attribute(childNamed(override, 'startOverride'), 'val');
          return start === undefined ? [] : [[Number(attribute(override, 'ilvl') ?? 0), Number(start)] as const];
        }),
      ),
    });
  /** The last number of each level: of the abstract list, because lists of one abstract list continue each other, or of an own start. */
  const counters = new Map<string, Map<number, number>>();
  return {
    labelOf: (numberId, level) => {
      const list = lists.get(numberId);
      const levels = list && abstract.get(list.abstractId);
      const own = levels?.get(level);
      if (list === undefined || levels === undefined || own === undefined) return '';
      const key = list.starts.size > 0 ? `own ${numberId}` : list.abstractId;
      const counter = counters.get(key) ?? new Map<number, number>();
      counters.set(key, counter);
      counter.set(level, (counter.get(level) ?? (list.starts.get(level) ?? own.start) - 1) + 1);
      for (const deeper of counter.keys()) if (deeper > level) counter.delete(deeper);
      const label = own.text.replace(/%(\d)/g, (_all, digit: string) => {
        const index = Number(digit) - 1;
        return formatted(counter.get(index) ?? levels.get(index)?.start ?? 1, levels.get(index)?.format ?? 'decimal');
      });
      return label.trim() === '' || own.format === 'bullet' ? '' : `${label} `;
    },
  };
};
