/** Reads one table that somebody made: the first sheet of an Excel workbook, or CSV in UTF-8 or GB 18030. Cells come as text. */
import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';

const UNPACKED_BYTES_MAX = 64 * 1_048_576;
const COLUMNS_MAX = 100;

/** For the person who chose the file. */
export class TableFault extends Error {
  override readonly name = 'TableFault';
}

export interface TableLimits {
  readonly rows: number;
}

/** Rows over the limit end the reading with this. */
export class TableTooLong extends Error {
  override readonly name = 'TableTooLong';
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** `AB12`: 27. */
const columnOf = (place: string): number => {
  let column = 0;
  for (const letter of place.replace(/\d+$/, '').toUpperCase()) column = column * 26 + (letter.codePointAt(0) ?? 64) - 64;
  return column - 1;
};

const parse = (
  xml: string,
  on: { open: (name: string, attributes: Record<string, string>) => void; close: (name: string, text: string) => void },
): void => {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new TableFault('工作簿含有不能使用的声明');
  const parser = new SaxesParser({ xmlns: false });
  let text = '';
  parser.on('error', () => {
    throw new TableFault('工作簿已损坏');
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
  parser.write(xml).close();
};

const readSharedStrings = (xml: string): string[] => {
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

const readSheet = (xml: string, shared: readonly string[], limits: TableLimits): string[][] => {
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
          row[at] = type === 's' ? (shared[Number(value)] ?? '') : value;
        }
        at += 1;
      }
      if (name === 'row') rows.push(row);
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
      filter: ({ name, originalSize }) => {
        if (!wanted.test(name)) return false;
        unpacked += originalSize;
        if (unpacked > UNPACKED_BYTES_MAX) throw new TableTooLong();
        return true;
      },
    });
  } catch (error) {
    if (error instanceof TableTooLong) throw error;
    throw new TableFault('工作簿已损坏', { cause: error });
  }
  const textOf = (name: string): string => new TextDecoder().decode(files[name] ?? new Uint8Array());
  let first = '';
  if (files['xl/workbook.xml'] !== undefined)
    parse(textOf('xl/workbook.xml'), {
      open: (name, attributes) => {
        if (name === 'sheet' && first === '') first = attributes['r:id'] ?? '';
      },
      close: () => undefined,
    });
  let sheet = '';
  if (files['xl/_rels/workbook.xml.rels'] !== undefined)
    parse(textOf('xl/_rels/workbook.xml.rels'), {
      open: (name, attributes) => {
        if (name === 'Relationship' && attributes['Id'] === first) sheet = (attributes['Target'] ?? '').replace(/^\/?(?:xl\/)?/, 'xl/');
      },
      close: () => undefined,
    });
  if (files[sheet] === undefined) throw new TableFault('工作簿里没有表格');
  const shared = files['xl/sharedStrings.xml'] === undefined ? [] : readSharedStrings(textOf('xl/sharedStrings.xml'));
  return readSheet(textOf(sheet), shared, limits);
};

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Excel in Chinese writes CSV in the code page of Windows.
    return new TextDecoder('gb18030').decode(bytes);
  }
};

/** RFC 4180; tabs and semicolons separate too, when the first line has no comma. */
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

/** Rows from the first on; empty ones in between are kept, so that a row's number is that of the file. Throws `TableFault`, `TableTooLong`. */
export const readTable = (bytes: Uint8Array, limits: TableLimits): string[][] => {
  const rows = isZip(bytes) ? readXlsx(bytes, limits) : readCsv(decode(bytes), limits);
  return rows.map((row) => row.map((cell) => cell.normalize('NFC').trim()));
};
