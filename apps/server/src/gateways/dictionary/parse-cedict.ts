/**
 * A dictionary in the format of CC-CEDICT: `傳統 传统 [chuan2 tong3] /tradition/traditional/`, after lines that begin with `#` and of which
 * `#! license=…` names the terms. https://cc-cedict.org/wiki/format:syntax. Pure.
 */

export interface CedictEntry {
  readonly headword: string;
  readonly pinyin: string;
  readonly definitions: readonly string[];
}

export interface Cedict {
  readonly name: string;
  readonly license: string | undefined;
  /** Entries by simplified and traditional headword. */
  readonly entries: ReadonlyMap<string, readonly CedictEntry[]>;
}

const LINE = /^(\S+) (\S+) \[([^\]]*)\] \/(.+)\/\s*$/;
const DEFINITIONS_MAX = 50;

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

/** Reads a dictionary; lines of another form are left out. */
export const parseCedict = (lines: Iterable<string>): Cedict => {
  const entries = new Map<string, CedictEntry[]>();
  let name = 'CC-CEDICT';
  let license: string | undefined;
  for (const line of lines) {
    const [, key, value] = /^#! (license|name)=(.+)$/.exec(line.trim()) ?? [];
    if (key === 'license') license = value;
    if (key === 'name' && value !== undefined) name = value;
    const [, traditional, simplified, pinyin = '', definitions = ''] = LINE.exec(line) ?? [];
    if (traditional === undefined || simplified === undefined) continue;
    const entry = {
      headword: traditional === simplified ? simplified : `${simplified}（${traditional}）`,
      pinyin: withTones(pinyin),
      definitions: definitions.split('/').slice(0, DEFINITIONS_MAX),
    };
    for (const word of new Set([simplified, traditional])) entries.set(word, [...(entries.get(word) ?? []), entry]);
  }
  return { name, license, entries };
};

/** Returns the entries of the words with which the text begins, the longest word first. */
export const longestMatches = ({ entries }: Cedict, text: string, entriesMax: number): CedictEntry[] => {
  const characters = [...text];
  const found: CedictEntry[] = [];
  for (let length = Math.min(characters.length, 20); length > 0 && found.length < entriesMax; length--)
    found.push(...(entries.get(characters.slice(0, length).join('')) ?? []));
  return found.slice(0, entriesMax);
};
