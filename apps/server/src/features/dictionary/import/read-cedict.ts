/**
 * A dictionary in the format of CC-CEDICT: `傳統 传统 [chuan2 tong3] /tradition/traditional/`, after lines that begin with `#` and of which
 * `#! license=…` names the terms. https://cc-cedict.org/wiki/format:syntax. Pure.
 */
import type { ImportedEntry } from './dictionary-file.ts';

const LINE = /^(\S+) (\S+) \[([^\]]*)\] \/(.+)\/\s*$/;

const TONES: Readonly<Record<string, string>> = { a: 'āáǎà', e: 'ēéěè', i: 'īíǐì', o: 'ōóǒò', u: 'ūúǔù', ü: 'ǖǘǚǜ' };

/** Returns pinyin with tone marks: `lu:4` becomes `lǜ`. The mark is on a or e, on the o of ou, otherwise on the last vowel. */
export const withTones = (numbered: string): string =>
  numbered.replace(/[a-zü:]+[1-5]/gi, (syllable) => {
    const tone = Number(syllable.at(-1));
    const plain = syllable.slice(0, -1).replaceAll(/u:|v/g, 'ü').replaceAll(/U:|V/g, 'Ü');
    if (tone === 5) return plain;
    const vowels = [...plain.matchAll(/[aeiouü]/gi)];
    const at = (
      vowels.find(([vowel]) => /[ae]/i.test(vowel)) ?? (/ou/i.test(plain) ? vowels.find(([vowel]) => /o/i.test(vowel)) : vowels.at(-1))
    )?.index;
    if (at === undefined) return plain;
    const vowel = plain.charAt(at);
    const marked = TONES[vowel.toLowerCase()]?.charAt(tone - 1) ?? vowel;
    return plain.slice(0, at) + (vowel === vowel.toLowerCase() ? marked : marked.toUpperCase()) + plain.slice(at + 1);
  });

/** Returns the entry of a line; undefined for a comment or a line of another form. */
export const readCedictLine = (line: string): ImportedEntry | undefined => {
  const [, traditional, simplified, pinyin = '', definitions = ''] = LINE.exec(line) ?? [];
  if (traditional === undefined || simplified === undefined) return undefined;
  return {
    words: [simplified, traditional],
    headword: traditional === simplified ? simplified : `${simplified}（${traditional}）`,
    pinyin: withTones(pinyin),
    definitions: definitions.split('/'),
  };
};

/** Returns name and license of a dictionary from its first lines. */
export const readCedictHead = (head: string): { name: string; license: string | undefined } => {
  const stated = (key: string) => new RegExp(`^#! ${key}=(.+)$`, 'm').exec(head)?.[1]?.trim();
  return { name: stated('name') ?? 'CC-CEDICT', license: stated('license') };
};
