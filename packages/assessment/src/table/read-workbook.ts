/** Reads the first sheet of an Excel workbook as texts, in the browser as well. Pure. */
import type { ZipFile } from '../archive/read-zip.ts';
import { QuestionFileError } from '../import/question-file-error.ts';
import { decodeXml, readXml } from '../xml/read-xml.ts';
import { childNamed, childrenNamed, descendantsNamed, localName, type XmlElement, xmlTextOf } from '../xml/xml-element.ts';

const WORKBOOK = 'xl/workbook.xml';
const ROWS_MAX = 6_000;
const COLUMNS_MAX = 100;
const CELL_CHARS_MAX = 20_000;

const rootOf = (zip: ZipFile, path: string): XmlElement | undefined => {
  const bytes = zip.read(path);
  return bytes && readXml(decodeXml(bytes));
};

/** Returns the text of a cell, without the reading aids of East Asian texts. */
const textOf = (element: XmlElement): string =>
  element.children
    .map((child) => {
      if (typeof child === 'string' || localName(child) === 'rPh') return '';
      return localName(child) === 't' ? xmlTextOf(child) : textOf(child);
    })
    .join('');

/** Returns the column of a reference such as `AB12`, from 0. */
const columnOf = (reference: string): number => {
  let column = 0;
  for (const letter of reference.replace(/\d+$/, '').toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
};

const firstSheet = (zip: ZipFile): XmlElement => {
  const workbook = rootOf(zip, WORKBOOK);
  const id = workbook && descendantsNamed(workbook, 'sheet')[0]?.attributes['r:id'];
  const relations = rootOf(zip, 'xl/_rels/workbook.xml.rels');
  const target = (relations === undefined ? [] : childrenNamed(relations, 'Relationship')).find(({ attributes }) => attributes['Id'] === id)
    ?.attributes['Target'];
  const sheet = target === undefined ? undefined : rootOf(zip, target.replace(/^\/?(?:xl\/)?/, 'xl/'));
  if (sheet === undefined) throw new QuestionFileError('damaged');
  return sheet;
};

export const isWorkbook = (zip: ZipFile): boolean => zip.paths.includes(WORKBOOK);

/** Returns the rows, including empty ones in between. Throws `QuestionFileError`. */
export const readWorkbook = (zip: ZipFile): string[][] => {
  const shared = rootOf(zip, 'xl/sharedStrings.xml');
  const strings = shared === undefined ? [] : childrenNamed(shared, 'si').map(textOf);
  const data = childNamed(firstSheet(zip), 'sheetData');
  const rows: string[][] = [];
  for (const row of data === undefined ? [] : childrenNamed(data, 'row')) {
    const number = Number(row.attributes['r'] ?? rows.length + 1);
    if (!(number <= ROWS_MAX)) throw new QuestionFileError('tooManyItems');
    while (rows.length < number - 1) rows.push([]);
    const cells: string[] = [];
    for (const cell of childrenNamed(row, 'c')) {
      const column = cell.attributes['r'] === undefined ? cells.length : columnOf(cell.attributes['r']);
      if (column < 0 || column >= COLUMNS_MAX) continue;
      while (cells.length < column) cells.push('');
      const value = childNamed(cell, 'v');
      const inline = childNamed(cell, 'is');
      const text = value === undefined ? (inline === undefined ? '' : textOf(inline)) : xmlTextOf(value);
      cells[column] = (cell.attributes['t'] === 's' ? (strings[Number(text)] ?? '') : text).slice(0, CELL_CHARS_MAX).trim();
    }
    rows.push(cells);
  }
  return rows;
};
