/**
 * Writes Word documents for tests from lines with a small markup: `{u}` an underlined space, `{sup:2}`, `{sub:2}`, `{red:text}`,
 * `{math:frac}`, `{math:sqrt}`, `{img}`, `{ole}` a formula of an old editor, `{sym:FC}` a sign of Wingdings, `{item}`, `{option}` an
 * automatic number, `{cell}` between the cells of a row.
 */
import { writeZip } from '../archive/write-zip.ts';

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"';

export const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]);

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const run = (text: string, properties = ''): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}${text
    .split('\t')
    .map((part) => `<w:t xml:space="preserve">${escape(part)}</w:t>`)
    .join('<w:tab/>')}</w:r>`;

const MATHS: Readonly<Record<string, string>> = {
  frac: '<m:f><m:num><m:r><m:t>x</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>',
  sqrt: '<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e><m:r><m:t>3</m:t></m:r></m:e></m:rad>',
  square: '<m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup><m:r><m:t>+1</m:t></m:r>',
  sum: '<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub><m:r><m:t>i=1</m:t></m:r></m:sub><m:sup><m:r><m:t>n</m:t></m:r></m:sup><m:e><m:r><m:t>i</m:t></m:r></m:e></m:nary>',
};

const token = (name: string, value: string): string => {
  switch (name) {
    case 'u':
      return '<w:r><w:rPr><w:u w:val="single"/></w:rPr><w:t xml:space="preserve">        </w:t></w:r>';
    case 'sup':
      return run(value, '<w:vertAlign w:val="superscript"/>');
    case 'sub':
      return run(value, '<w:vertAlign w:val="subscript"/>');
    case 'red':
      return run(value, '<w:color w:val="FF0000"/>');
    case 'bold':
      return run(value, '<w:b/>');
    case 'math':
      return `<m:oMath>${MATHS[value] ?? ''}</m:oMath>`;
    case 'img':
      return '<w:r><w:drawing><a:blip r:embed="rId9"/></w:drawing></w:r>';
    case 'ole':
      return '<w:r><w:object><v:shape><v:imagedata r:id="rId8"/></v:shape><o:OLEObject ProgID="Equation.DSMT4"/></w:object></w:r>';
    case 'sym':
      return `<w:r><w:sym w:font="Wingdings" w:char="F0${value}"/></w:r>`;
    default:
      throw new Error(`unknown label ${name}`);
  }
};

const runsOf = (line: string): string =>
  line
    .split(/(\{[a-z]+(?::[^{}]*)?\})/)
    .map((part) => {
      const match = /^\{([a-z]+)(?::([^{}]*))?\}$/.exec(part);
      return match === null ? (part === '' ? '' : run(part)) : token(match[1] ?? '', match[2] ?? '');
    })
    .join('');

const paragraph = (line: string): string => {
  const number = /^\{(item|option)\}/.exec(line);
  if (number === null) return `<w:p>${runsOf(line)}</w:p>`;
  const numberId = number[1] === 'item' ? 1 : 2;
  // The options of each item are the second level below it, so that their letters start again.
  return `<w:p><w:pPr><w:numPr><w:ilvl w:val="${numberId - 1}"/><w:numId w:val="1"/></w:numPr></w:pPr>${runsOf(line.slice(number[0].length))}</w:p>`;
};

const bodyOf = (lines: readonly string[]): string => {
  const parts: string[] = [];
  let rows: string[] = [];
  const endTable = (): void => {
    if (rows.length > 0) parts.push(`<w:tbl>${rows.join('')}</w:tbl>`);
    rows = [];
  };
  for (const line of lines) {
    if (line.includes('{cell}')) {
      rows.push(
        `<w:tr>${line
          .split('{cell}')
          .map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`)
          .join('')}</w:tr>`,
      );
      continue;
    }
    endTable();
    parts.push(paragraph(line));
  }
  endTable();
  return parts.join('');
};

const NUMBERING = `<w:numbering ${NAMESPACES}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="upperLetter"/><w:lvlText w:val="%2."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
const RELATIONS = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId8" Type="image" Target="media/image2.wmf"/><Relationship Id="rId9" Type="image" Target="media/image1.png"/></Relationships>`;

/** Returns the document. */
export const wordFile = (lines: readonly string[]): Uint8Array =>
  writeZip(
    new Map<string, string | Uint8Array>([
      ['[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'],
      ['word/document.xml', `<w:document ${NAMESPACES}><w:body>${bodyOf(lines)}</w:body></w:document>`],
      ['word/numbering.xml', NUMBERING],
      ['word/_rels/document.xml.rels', RELATIONS],
      ['word/media/image1.png', PNG],
      ['word/media/image2.wmf', new Uint8Array([0xd7, 0xcd, 0xc6, 0x9a])],
    ]),
  );
