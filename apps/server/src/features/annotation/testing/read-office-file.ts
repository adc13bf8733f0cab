/**
 * Reads Word and Excel files as strictly as those programs: every part must be well-formed XML of a declared type, and every relationship
 * must have a target. Throws where the program would report a damaged file.
 */
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { SaxesParser, type SaxesTagPlain } from 'saxes';

interface Listener {
  readonly open?: (name: string, attributes: Record<string, string>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

const read = (xml: string, { open, text, close }: Listener): void => {
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => open?.(name, attributes));
  parser.on('text', (characters) => text?.(characters));
  parser.on('closetag', ({ name }: SaxesTagPlain) => close?.(name));
  parser.write(xml).close();
};

/** Returns the XML texts of the file's parts by part name. */
const partsOf = (file: Buffer): ReadonlyMap<string, string> => {
  const parts = new Map(
    Object.entries(unzipSync(file))
      .filter(([name]) => !name.endsWith('/'))
      .map(([name, bytes]) => [name, strFromU8(bytes)]),
  );
  const types = new Set<string>();
  read(parts.get('[Content_Types].xml') ?? '', { open: (_, { Extension, PartName }) => void types.add(Extension ?? PartName ?? '') });
  for (const [name, xml] of parts) {
    const isTyped = types.has(`/${name}`) || types.has(path.posix.extname(name).slice(1));
    if (name !== '[Content_Types].xml' && !isTyped) throw new Error(`${name} has no content type`);
    if (!/\.(?:xml|rels)$/.test(name)) continue;
    const folder = path.posix.dirname(path.posix.dirname(name));
    read(xml, {
      open: (tag, { Target, TargetMode }) => {
        if (!name.endsWith('.rels') || tag !== 'Relationship' || TargetMode === 'External') return;
        const target = Target?.startsWith('/') === true ? Target.slice(1) : path.posix.join(folder, Target ?? '');
        if (!parts.has(target)) throw new Error(`${name} refers to the missing part ${target}`);
      },
    });
  }
  return parts;
};

export interface WordParagraph {
  /** The paragraph style, for example `Heading1`; empty for plain text. */
  readonly style: string;
  readonly text: string;
}

export const readWordFile = (file: Buffer): WordParagraph[] => {
  const paragraphs: { style: string; text: string }[] = [];
  let isText = false;
  read(partsOf(file).get('word/document.xml') ?? '', {
    open: (name, attributes) => {
      const last = paragraphs.at(-1);
      if (name === 'w:p') paragraphs.push({ style: '', text: '' });
      if (name === 'w:pStyle' && last) last.style = attributes['w:val'] ?? '';
      if (name === 'w:br' && last) last.text += '\n';
      isText = name === 'w:t';
    },
    text: (text) => {
      const last = paragraphs.at(-1);
      if (isText && last) last.text += text;
    },
    close: () => {
      isText = false;
    },
  });
  return paragraphs;
};

/** Returns the texts and numbers of the first sheet. Throws if a cell contains a formula. */
export const readExcelFile = (file: Buffer): string[][] => {
  const parts = partsOf(file);
  const shared: string[] = [];
  read(parts.get('xl/sharedStrings.xml') ?? '<sst/>', {
    open: (name) => void (name === 'si' && shared.push('')),
    text: (text) => {
      if (shared.length > 0) shared[shared.length - 1] += text;
    },
  });
  const rows: string[][] = [];
  let type = '';
  read(parts.get('xl/worksheets/sheet1.xml') ?? '', {
    open: (name, attributes) => {
      if (name === 'f') throw new Error('the sheet contains a formula');
      if (name === 'row') rows.push([]);
      if (name !== 'c') return;
      type = attributes['t'] ?? '';
      rows.at(-1)?.push('');
    },
    text: (text) => {
      const row = rows.at(-1);
      if (row === undefined || row.length === 0) return;
      row[row.length - 1] += type === 's' ? (shared[Number(text)] ?? '') : text;
    },
    close: (name) => {
      if (name === 'c') type = '';
    },
  });
  return rows;
};
