/** Reads the text of a PDF that Typst wrote, for tests: the strings of each page in the order of drawing, without spaces. */
import { inflateSync } from 'node:zlib';

/** Returns the objects of a PDF by their number, each with its dictionary and its inflated stream. */
const objectsOf = (pdf: Buffer): Map<string, { readonly dictionary: string; readonly stream: string }> => {
  const text = pdf.toString('latin1');
  const objects = new Map<string, { dictionary: string; stream: string }>();
  for (const { 1: id = '', index } of text.matchAll(/^(\d+) 0 obj$/gm)) {
    const end = text.indexOf('endobj', index);
    const at = text.indexOf('\nstream\n', index);
    if (at < 0 || at > end) {
      objects.set(id, { dictionary: text.slice(index, end), stream: '' });
      continue;
    }
    const dictionary = text.slice(index, at);
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
    const bytes = pdf.subarray(at + '\nstream\n'.length, at + '\nstream\n'.length + length);
    objects.set(id, { dictionary, stream: (dictionary.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1') });
  }
  return objects;
};

const utf16 = (hex: string): string => String.fromCharCode(...Array.from(hex.matchAll(/.{4}/g), ([unit]) => Number.parseInt(unit, 16)));

/** Returns the characters of the glyphs of a font. */
const glyphsOf = (cmap: string): Map<string, string> => {
  const glyphs = new Map<string, string>();
  for (const [, block = ''] of cmap.matchAll(/beginbfchar([^]*?)endbfchar/g))
    for (const [, glyph = '', text = ''] of block.matchAll(/<([0-9a-f]{4})>\s*<([0-9a-f]*)>/gi))
      glyphs.set(glyph.toLowerCase(), utf16(text));
  for (const [, block = ''] of cmap.matchAll(/beginbfrange([^]*?)endbfrange/g))
    for (const [, from = '', to = '', text = ''] of block.matchAll(/<([0-9a-f]{4})>\s*<([0-9a-f]{4})>\s*<([0-9a-f]{4})>/gi))
      for (let glyph = Number.parseInt(from, 16); glyph <= Number.parseInt(to, 16); glyph += 1)
        glyphs.set(glyph.toString(16).padStart(4, '0'), String.fromCharCode(Number.parseInt(text, 16) + glyph - Number.parseInt(from, 16)));
  return glyphs;
};

/** Returns the bytes of a literal string of PDF as hexadecimal digits. */
const hexOfLiteral = (literal: string): string => {
  const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  const plain = literal.replaceAll(/\\([0-7]{1,3}|[^])/g, (_, code: string) =>
    /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (escapes[code] ?? code),
  );
  return Buffer.from(plain, 'latin1').toString('hex');
};

/** Returns the text of a PDF. */
export const pdfText = (pdf: Uint8Array): string => {
  const objects = objectsOf(Buffer.from(pdf));
  const of = (id: string | undefined) => objects.get(id ?? '') ?? { dictionary: '', stream: '' };
  let text = '';
  for (const { dictionary } of objects.values()) {
    if (!/\/Type \/Page\n/.test(dictionary)) continue;
    const resources = `${dictionary}${of(/\/Resources (\d+) 0 R/.exec(dictionary)?.[1]).dictionary}`;
    const fonts = new Map(
      Array.from(resources.matchAll(/\/(f\d+) (\d+) 0 R/g), ([, name = '', id = '']) => {
        const cmap = of(/\/ToUnicode (\d+) 0 R/.exec(of(id).dictionary)?.[1]).stream;
        return [name, glyphsOf(cmap)] as const;
      }),
    );
    let glyphs = new Map<string, string>();
    const content = of(/\/Contents (\d+) 0 R/.exec(dictionary)?.[1]).stream;
    for (const [, font, hex, literal] of content.matchAll(/\/(f\d+) [\d.]+ Tf|<([0-9a-f]+)>|\(((?:\\[^]|[^\\)])*)\)/gi)) {
      if (font !== undefined) glyphs = fonts.get(font) ?? glyphs;
      else for (const [glyph] of (hex ?? hexOfLiteral(literal ?? '')).matchAll(/.{4}/g)) text += glyphs.get(glyph.toLowerCase()) ?? '';
    }
  }
  return text.replaceAll(/\s/g, '');
};
