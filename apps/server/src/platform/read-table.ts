/** Reads an uploaded table: the first sheet of an Excel workbook, or CSV in UTF-8 or GB 18030. Cells are text. Runs in an isolated process. */
import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { createXmlScanner, XmlRefused } from './xml/scan-xml.ts';
import { WORKBOOK_LIMITS } from './xml/xml-limits.ts';

const UNPACKED_BYTES_MAX = 64 * 1_048_576;
const COLUMNS_MAX = 100;
/** Maximum length of a cell; longer ones are truncated, because a shared string may occur in every cell. */
const CELL_CHARS_MAX = 2_000;
/** Number of bytes that are unpacked and parsed at a time. */
const PIECE_BYTES = 65_536;
/** Maximum compression ratio of a part of the workbook; a part above it is rejected (security.md §3, archive). */
const RATIO_MAX = 200;
const RATIO_FROM_BYTES = 1_048_576;

/** An error of reading the table, with a Chinese message for the user who chose the file. */
export class TableError extends Error {
  override readonly name = 'TableError';
}

export interface TableLimits {
  readonly rows: number;
}

/** Thrown when the table has more rows than the limit. */
export class TableTooLong extends Error {
  override readonly name = 'TableTooLong';
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** Returns the column index of a cell reference: 27 for `AB12`. */
const columnOf = (reference: string): number => {
  let column = 0;
  for (const letter of reference.replace(/\d+$/, '').toUpperCase()) column = column * 26 + (letter.codePointAt(0) ?? 64) - 64;
  return column - 1;
};

/** Reads a part of the workbook in chunks, which are counted before they are parsed. */
const parse = (
  bytes: Uint8Array,
  on: { open: (name: string, attributes: Record<string, string>) => void; close: (name: string, text: string) => void },
): void => {
  const scanner = createXmlScanner(WORKBOOK_LIMITS);
  const parser = new SaxesParser({ xmlns: false });
  let text = '';
  parser.on('error', () => {
    throw new TableError('工作簿已损坏');
  });
  parser.on('opentag', ({ name, attributes }) => {
    text = '';
    on.open(name.replace(/^.*:/, ''), attributes as Record<string, string>);
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    on.close(name.replace(/^.*:/, ''), text);
    text = '';
  });
  const decoder = new TextDecoder();
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true });
      scanner.write(piece);
      parser.write(piece);
    }
  } catch (error) {
    if (error instanceof XmlRefused) throw new TableError(`工作簿不能使用，${error.message}`, { cause: error });
    throw error;
  }
  parser.close();
};

const readSharedStrings = (xml: Uint8Array): string[] => {
  const found: string[] = [];
  let current = '';
  let isReading = false;
  parse(xml, {
    open: (name) => {
      if (name === 'si') current = '';
      if (name === 'rPh') isReading = true;
    },
    close: (name, text) => {
      if (name === 't' && !isReading) current += text;
      if (name === 'rPh') isReading = false;
      if (name === 'si') found.push(current);
    },
  });
  return found;
};

const readSheet = (xml: Uint8Array, shared: readonly string[], limits: TableLimits): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  let type = '';
  let value = '';
  parse(xml, {
    open: (name, attributes) => {
      if (name === 'row') {
        row = [];
        at = 0;
        const line = Number(attributes['r'] ?? rows.length + 1);
        if (line > limits.rows) throw new TableTooLong();
        while (rows.length < line - 1) rows.push([]);
      }
      if (name !== 'c') return;
      type = attributes['t'] ?? 'n';
      value = '';
      if (attributes['r'] !== undefined) at = columnOf(attributes['r']);
    },
    close: (name, text) => {
      if (name === 'v' || name === 't') value += text;
      if (name === 'c') {
        if (at >= 0 && at < COLUMNS_MAX) {
          while (row.length < at) row.push('');
          row[at] = (type === 's' ? (shared[Number(value)] ?? '') : value).slice(0, CELL_CHARS_MAX);
        }
        at += 1;
      }
      if (name !== 'row') return;
      rows.push(row);
      if (rows.length > limits.rows) throw new TableTooLong();
    },
  });
  return rows;
};

const readXlsx = (bytes: Uint8Array, limits: TableLimits): string[][] => {
  let unpacked = 0;
  const wanted = /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/;
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        if (!wanted.test(name)) return false;
        if (originalSize > RATIO_FROM_BYTES && originalSize > size * RATIO_MAX) throw new TableError('工作簿的压缩比异常，疑似压缩炸弹');
        unpacked += originalSize;
        if (unpacked > UNPACKED_BYTES_MAX) throw new TableTooLong();
        return true;
      },
    });
  } catch (error) {
    if (error instanceof TableTooLong || error instanceof TableError) throw error;
    throw new TableError('工作簿已损坏', { cause: error });
  }
  const partOf = (name: string): Uint8Array => files[name] ?? new Uint8Array();
  let first = '';
  if (files['xl/workbook.xml'] !== undefined)
    parse(partOf('xl/workbook.xml'), {
      open: (name, attributes) => {
        if (name === 'sheet' && first === '') first = attributes['r:id'] ?? '';
      },
      close: () => undefined,
    });
  let sheet = '';
  if (files['xl/_rels/workbook.xml.rels'] !== undefined)
    parse(partOf('xl/_rels/workbook.xml.rels'), {
      open: (name, attributes) => {
        if (name === 'Relationship' && attributes['Id'] === first) sheet = (attributes['Target'] ?? '').replace(/^\/?(?:xl\/)?/, 'xl/');
      },
      close: () => undefined,
    });
  if (files[sheet] === undefined) throw new TableError('工作簿里没有表格');
  const shared = files['xl/sharedStrings.xml'] === undefined ? [] : readSharedStrings(partOf('xl/sharedStrings.xml'));
  return readSheet(partOf(sheet), shared, limits);
};

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // A file that is not UTF-8 is read as GB 18030, because the Chinese version of Excel writes CSV in the Windows code page.
    return new TextDecoder('gb18030').decode(bytes);
  }
};

/** Reads CSV as in RFC 4180; tabs and semicolons are also separators if the first line has no comma. */
const readCsv = (text: string, limits: TableLimits): string[][] => {
  const [head = ''] = text.split(/\r?\n/, 1);
  const separator = [',', '\t', ';'].find((each) => head.includes(each)) ?? ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRow = (): void => {
    row.push(cell);
    rows.push(row);
    if (rows.length > limits.rows) throw new TableTooLong();
    row = [];
    cell = '';
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator) {
      row.push(cell);
      cell = '';
    } else if (character === '\n') endRow();
    else if (character !== '\r') cell += character;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
};

/** Returns all rows, including empty ones in between, so that indexes match the file. Throws `TableError`, `TableTooLong`. */
export const readTable = (bytes: Uint8Array, limits: TableLimits): string[][] => {
  const rows = isZip(bytes) ? readXlsx(bytes, limits) : readCsv(decode(bytes), limits);
  return rows.map((row) => row.map((cell) => cell.normalize('NFC').trim()));
};
