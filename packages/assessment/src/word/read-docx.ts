/** Reads a Word document into lines of rich text, with its formulas, pictures and automatic numbers. Pure. */
import { pictureType } from '../archive/picture-type.ts';
import type { ZipFile } from '../archive/read-zip.ts';
import type { ImportFinding } from '../import/imported-item.ts';
import { QuestionFileError } from '../import/question-file-error.ts';
import { BOLD, EMPHASIZED, joinRich, MARKED, ObjectTable, type RichText, richText, UNDERLINED } from '../paper/rich-text.ts';
import { decodeXml, readXml } from '../xml/read-xml.ts';
import { childNamed, childrenNamed, descendantsNamed, elementsOf, localName, type XmlElement, xmlTextOf } from '../xml/xml-element.ts';
import { readOmml } from './read-omml.ts';
import { type WordNumbering, wordNumbering } from './word-numbering.ts';

export interface WordLine {
  /** Number of the paragraph in the document, from 1. */
  readonly line: number;
  readonly rich: RichText;
  /** What must be said about this paragraph. */
  readonly findings: readonly ImportFinding[];
  /** Cells of a row of a table; the text is the cells with tabs between them. */
  readonly cells?: readonly RichText[];
}

export interface WordDocument {
  readonly lines: readonly WordLine[];
  readonly objects: ObjectTable;
  /** The pictures, by the address that the lines contain. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

const DOCUMENT = 'word/document.xml';
const attribute = (element: XmlElement | undefined, name: string): string | undefined =>
  element?.attributes[`w:${name}`] ?? element?.attributes[name];

/** Signs of the font Wingdings that teachers use for right and wrong. */
const SYMBOLS: Readonly<Record<string, string>> = { FC: '√', FE: '√', FB: '×', FD: '×', '50': '√', '4F': '×' };

const isOn = (element: XmlElement | undefined): boolean =>
  element !== undefined && !['0', 'false', 'none'].includes(attribute(element, 'val') ?? '');

/** Colors that are no label: black, automatic, grey. */
const isMarkColor = (color: string | undefined): boolean =>
  color !== undefined && !/^(?:auto|000000|[0-4][0-9a-f][0-4][0-9a-f][0-4][0-9a-f]|ffffff)$/i.test(color);

type Styles = ReadonlyMap<string, { numberId: string; level: number }>;

class Reader {
  readonly lines: WordLine[] = [];
  readonly objects = new ObjectTable();
  readonly pictures = new Map<string, Uint8Array>();
  #line = 0;
  #findings = new Set<ImportFinding>();
  /** Pieces of a field's instruction are not text. */
  #fieldDepth = 0;
  #isInstruction = false;
  readonly #zip: ZipFile;
  readonly #targets: ReadonlyMap<string, string>;
  readonly #numbering: WordNumbering;
  readonly #styles: Styles;

  constructor(zip: ZipFile, targets: ReadonlyMap<string, string>, numbering: WordNumbering, styles: Styles) {
    this.#zip = zip;
    this.#targets = targets;
    this.#numbering = numbering;
    this.#styles = styles;
  }

  readBody(body: XmlElement): void {
    for (const child of elementsOf(body)) {
      const name = localName(child);
      if (name === 'p') this.#addParagraph(child);
      else if (name === 'tbl') this.#addTable(child);
      else if (name === 'sdt') this.readBody(childNamed(child, 'sdtContent') ?? child);
      else if (name === 'ins' || name === 'customXml') this.readBody(child);
    }
  }

  #addParagraph(paragraph: XmlElement): void {
    const rich = this.#paragraph(paragraph);
    // A line break in a paragraph is a new line for teachers.
    let start = 0;
    for (let end = rich.text.indexOf('\n'); ; end = rich.text.indexOf('\n', start)) {
      const stop = end === -1 ? rich.text.length : end;
      this.#line += start === 0 ? 1 : 0;
      this.lines.push({
        line: this.#line,
        rich: { text: rich.text.slice(start, stop), flags: rich.flags.slice(start, stop) },
        findings: [...this.#findings],
      });
      if (end === -1) break;
      start = end + 1;
    }
    this.#findings = new Set();
  }

  #addTable(table: XmlElement): void {
    for (const row of childrenNamed(table, 'tr')) {
      const cells = childrenNamed(row, 'tc').map((cell) => {
        const paragraphs = elementsOf(cell)
          .filter((child) => localName(child) === 'p')
          .map((paragraph) => this.#paragraph(paragraph));
        return joinRich(paragraphs.flatMap((each, index) => (index === 0 ? [each] : [richText('\n'), each])));
      });
      this.#line += 1;
      const rich = joinRich(cells.flatMap((cell, index) => (index === 0 ? [cell] : [richText('\t'), cell])));
      this.lines.push({ line: this.#line, rich, findings: [...this.#findings], cells });
      this.#findings = new Set();
    }
  }

  #paragraph(paragraph: XmlElement): RichText {
    const properties = childNamed(paragraph, 'pPr');
    const style = this.#styles.get(attribute(properties && childNamed(properties, 'pStyle'), 'val') ?? '');
    const number = properties && childNamed(properties, 'numPr');
    const numberId = attribute(number && childNamed(number, 'numId'), 'val') ?? style?.numberId;
    const level = Number(attribute(number && childNamed(number, 'ilvl'), 'val') ?? style?.level ?? 0);
    const label = numberId === undefined || numberId === '0' ? '' : this.#numbering.labelOf(numberId, level);
    return joinRich([richText(label), ...this.#inline(paragraph)]);
  }

  #inline(element: XmlElement): RichText[] {
    return elementsOf(element).flatMap((child): RichText[] => {
      switch (localName(child)) {
        case 'r':
          return this.#run(child);
        case 'oMath':
          return [richText(this.objects.add(readOmml(child, () => this.#findings.add('formula'))))];
        case 'oMathPara':
          return childrenNamed(child, 'oMath').map((math) =>
            richText(this.objects.add(readOmml(math, () => this.#findings.add('formula')))),
          );
        case 'hyperlink':
        case 'ins':
        case 'smartTag':
        case 'fldSimple':
        case 'customXml':
          return this.#inline(child);
        case 'sdt':
          return this.#inline(childNamed(child, 'sdtContent') ?? child);
        default:
          return [];
      }
    });
  }

  #flagOf(run: XmlElement): number {
    const properties = childNamed(run, 'rPr');
    if (properties === undefined) return 0;
    const isMarked = isMarkColor(attribute(childNamed(properties, 'color'), 'val')) || isOn(childNamed(properties, 'highlight'));
    return (
      (isOn(childNamed(properties, 'u')) ? UNDERLINED : 0) |
      (isMarked ? MARKED : 0) |
      (isOn(childNamed(properties, 'em')) ? EMPHASIZED : 0) |
      (isOn(childNamed(properties, 'b')) ? BOLD : 0)
    );
  }

  #run(run: XmlElement): RichText[] {
    const flag = this.#flagOf(run);
    const properties = childNamed(run, 'rPr');
    const raised = attribute(properties && childNamed(properties, 'vertAlign'), 'val');
    if (isOn(properties && childNamed(properties, 'vanish'))) return [];
    const parts = elementsOf(run).flatMap((child) => this.#runPart(child, flag));
    if (raised !== 'superscript' && raised !== 'subscript') return parts;
    const text = joinRich(parts).text;
    return text.trim() === ''
      ? parts
      : [richText(this.objects.add({ name: raised === 'superscript' ? 'sup' : 'sub', children: [text] }), flag)];
  }

  #runPart(child: XmlElement, flag: number): RichText[] {
    switch (localName(child)) {
      case 't': {
        if (this.#isInstruction) return [];
        const text = xmlTextOf(child).replace(/[\ue000-\uf8ff]/g, '');
        // A blank is often a run of underlined spaces.
        return [
          (flag & UNDERLINED) !== 0 && /^[\s\u00a0\u3000]+$/.test(text)
            ? richText('_'.repeat(Math.max(4, text.length)))
            : richText(text, flag),
        ];
      }
      case 'tab':
        return [(flag & UNDERLINED) !== 0 ? richText('____') : richText('\t')];
      case 'br':
      case 'cr':
        return attribute(child, 'type') === 'page' ? [] : [richText('\n')];
      case 'noBreakHyphen':
        return [richText('-', flag)];
      case 'sym':
        return [richText(SYMBOLS[(attribute(child, 'char') ?? '').slice(-2).toUpperCase()] ?? '', flag)];
      case 'fldChar': {
        const kind = attribute(child, 'fldCharType');
        if (kind === 'begin') this.#fieldDepth += 1;
        if (kind === 'end') this.#fieldDepth = Math.max(0, this.#fieldDepth - 1);
        this.#isInstruction = kind === 'begin' || (kind === 'separate' || kind === 'end' ? false : this.#isInstruction);
        return [];
      }
      case 'AlternateContent': {
        const choice = childNamed(child, 'Choice') ?? childNamed(child, 'Fallback');
        return choice === undefined ? [] : elementsOf(choice).flatMap((each) => this.#runPart(each, flag));
      }
      case 'drawing':
      case 'pict':
        return this.#picture(child);
      case 'object': {
        const program = descendantsNamed(child, 'OLEObject')[0]?.attributes['ProgID'] ?? '';
        this.#findings.add(/equation|mathtype/i.test(program) ? 'pictureFormula' : 'droppedParts');
        return this.#picture(child);
      }
      default:
        return [];
    }
  }

  #picture(element: XmlElement): RichText[] {
    const boxes = descendantsNamed(element, 'txbxContent').slice(0, 1);
    if (boxes.length > 0) {
      this.#findings.add('unclearParts');
      return boxes.flatMap((box) => childrenNamed(box, 'p').flatMap((paragraph) => this.#inline(paragraph)));
    }
    const blips = descendantsNamed(element, 'blip').map(({ attributes }) => attributes['r:embed'] ?? attributes['r:link'] ?? '');
    const images = descendantsNamed(element, 'imagedata').map(({ attributes }) => attributes['r:id'] ?? '');
    const alt = descendantsNamed(element, 'docPr')[0]?.attributes['descr'] ?? '';
    return [...blips, ...images].flatMap((id) => {
      const target = this.#targets.get(id);
      const bytes = target === undefined ? undefined : this.#zip.read(target);
      if (target === undefined || bytes === undefined || pictureType(bytes) === undefined) {
        if (!this.#findings.has('pictureFormula')) this.#findings.add('missingPicture');
        return [];
      }
      this.pictures.set(target, bytes);
      return [richText(this.objects.add({ name: 'img', attributes: { src: target, alt } }))];
    });
  }
}

const rootOf = (zip: ZipFile, path: string): XmlElement | undefined => {
  const bytes = zip.read(path);
  return bytes && readXml(decodeXml(bytes));
};

const targetsOf = (relations: XmlElement | undefined): Map<string, string> =>
  new Map(
    (relations === undefined ? [] : childrenNamed(relations, 'Relationship')).flatMap(({ attributes }) => {
      const target = attributes['Target'] ?? '';
      if (attributes['TargetMode'] === 'External') return [];
      return [[attributes['Id'] ?? '', target.startsWith('/') ? target.slice(1) : `word/${target}`.replace(/word\/\.\.\//, '')] as const];
    }),
  );

const stylesOf = (styles: XmlElement | undefined): Styles =>
  new Map(
    (styles === undefined ? [] : childrenNamed(styles, 'style')).flatMap((style) => {
      const properties = childNamed(style, 'pPr');
      const number = properties && childNamed(properties, 'numPr');
      const numberId = attribute(number && childNamed(number, 'numId'), 'val');
      if (numberId === undefined) return [];
      return [
        [
          attribute(style, 'styleId') ?? '',
          { numberId, level: Number(attribute(number && childNamed(number, 'ilvl'), 'val') ?? 0) },
        ] as const,
      ];
    }),
  );

export const isDocx = (zip: ZipFile): boolean => zip.paths.includes(DOCUMENT);

/** Returns the lines of a Word document. Throws `QuestionFileError` if it is damaged. */
export const readDocx = (zip: ZipFile): WordDocument => {
  const body = childNamed(rootOf(zip, DOCUMENT) ?? { name: '', attributes: {}, children: [] }, 'body');
  if (body === undefined) throw new QuestionFileError('damaged');
  const reader = new Reader(
    zip,
    targetsOf(rootOf(zip, 'word/_rels/document.xml.rels')),
    wordNumbering(rootOf(zip, 'word/numbering.xml')),
    stylesOf(rootOf(zip, 'word/styles.xml')),
  );
  reader.readBody(body);
  return { lines: reader.lines, objects: reader.objects, pictures: reader.pictures };
};
