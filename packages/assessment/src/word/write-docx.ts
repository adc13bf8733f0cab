/** Writes questions as a Word document in the form that the import reads. Pure. */
import type { ContentNode, Question } from '@shufang/contract';
import { pictureType } from '../archive/picture-type.ts';
import { writeZip } from '../archive/write-zip.ts';
import { type QuestionAnswer, questionAnswer, typeName } from '../paper/question-answer.ts';
import { nameFiles } from '../qti/write-qti-package.ts';
import { writeXml, type XmlElement, type XmlNode, xmlElement } from '../xml/xml-element.ts';
import { writeOmml } from './write-omml.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const EMU_PER_PIXEL = 9525;
/** Width of the text of a page. */
const WIDTH_PIXELS_MAX = 550;

type Context = { readonly pictures: ReadonlyMap<string, Uint8Array>; readonly ids: ReadonlyMap<string, string> };

/** Returns the size of a PNG in pixels; other pictures have a usual one. */
const sizeOf = (bytes: Uint8Array): [width: number, height: number] => {
  const isPng = pictureType(bytes)?.extension === 'png' && bytes.length >= 24;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = isPng ? [view.getUint32(16), view.getUint32(20)] : [300, 200];
  const [w, h] = [Math.min(4000, Math.max(1, width)), Math.min(4000, Math.max(1, height))];
  const scale = Math.min(1, WIDTH_PIXELS_MAX / w);
  return [Math.round(w * scale), Math.round(h * scale)];
};

const run = (text: string, align = ''): XmlElement =>
  xmlElement(
    'w:r',
    {},
    ...(align === '' ? [] : [xmlElement('w:rPr', {}, xmlElement('w:vertAlign', { 'w:val': align }))]),
    xmlElement('w:t', { 'xml:space': 'preserve' }, text),
  );

const picture = (source: string, alt: string, { pictures, ids }: Context): XmlElement[] => {
  const [bytes, id] = [pictures.get(source), ids.get(source)];
  if (bytes === undefined || id === undefined) return alt === '' ? [] : [run(`[${alt}]`)];
  const [width, height] = sizeOf(bytes).map((pixels) => pixels * EMU_PER_PIXEL);
  const number = id.replace('rId', '');
  const graphic = xmlElement(
    'pic:pic',
    { 'xmlns:pic': `${DRAWING}/picture` },
    xmlElement('pic:nvPicPr', {}, xmlElement('pic:cNvPr', { id: number, name: `picture ${number}` }), xmlElement('pic:cNvPicPr')),
    xmlElement('pic:blipFill', {}, xmlElement('a:blip', { 'r:embed': id }), xmlElement('a:stretch', {}, xmlElement('a:fillRect'))),
    xmlElement(
      'pic:spPr',
      {},
      xmlElement('a:xfrm', {}, xmlElement('a:off', { x: 0, y: 0 }), xmlElement('a:ext', { cx: width, cy: height })),
      xmlElement('a:prstGeom', { prst: 'rect' }, xmlElement('a:avLst')),
    ),
  );
  return [
    xmlElement(
      'w:r',
      {},
      xmlElement(
        'w:drawing',
        {},
        xmlElement(
          'wp:inline',
          { distT: 0, distB: 0, distL: 0, distR: 0 },
          xmlElement('wp:extent', { cx: width, cy: height }),
          xmlElement('wp:docPr', { id: number, name: `picture ${number}`, descr: alt }),
          xmlElement('a:graphic', {}, xmlElement('a:graphicData', { uri: `${DRAWING}/picture` }, graphic)),
        ),
      ),
    ),
  ];
};

/** Returns the lines of a content: each block is a line. */
const linesOf = (nodes: readonly ContentNode[], context: Context, align = ''): XmlElement[][] => {
  const lines: XmlElement[][] = [[]];
  const add = (...elements: XmlElement[]): void => void lines.at(-1)?.push(...elements);
  const begin = (): void => {
    if (lines.at(-1)?.length !== 0) lines.push([]);
  };
  for (const node of nodes) {
    if (typeof node === 'string') {
      for (const [index, text] of node.split('\n').entries()) {
        if (index > 0) begin();
        if (text !== '') add(run(text, align));
      }
      continue;
    }
    const { name, attributes, children = [] } = node;
    if (name === 'slot') add(run('________'));
    else if (name === 'img') add(...picture(attributes?.src ?? '', attributes?.alt ?? '', context));
    else if (name === 'math') add(writeOmml(children));
    else if (name === 'br') begin();
    else {
      const isBlock = /^(?:p|div|ul|ol|li|table|tr|pre)$/.test(name);
      const own = linesOf(children, context, name === 'sup' ? 'superscript' : name === 'sub' ? 'subscript' : align);
      if (isBlock) begin();
      for (const [index, line] of own.entries()) {
        if (index > 0) begin();
        add(...line);
      }
      if (name === 'td' || name === 'th') add(run('　'));
      if (isBlock) begin();
    }
  }
  return lines.filter((line) => line.length > 0);
};

const paragraph = (...children: readonly XmlNode[]): XmlElement => xmlElement('w:p', {}, ...children);

const withLabel = (label: string, nodes: readonly ContentNode[], context: Context): XmlElement[] => {
  const [first = [], ...rest] = linesOf(nodes, context);
  return [paragraph(run(label), ...first), ...rest.map((line) => paragraph(...line))];
};

const questionLines = (question: Question, answer: QuestionAnswer, number: number, hasAnswers: boolean, context: Context): XmlElement[] => {
  const points = Object.values(question.key.responses).reduce((sum, { milli }) => sum + milli, 0) / 1000;
  return [
    ...withLabel(`${number}. 【${typeName(question)}】（${points}分）`, answer.stem, context),
    ...answer.options.flatMap((option, index) => withLabel(`${String.fromCharCode(65 + index)}. `, option, context)),
    ...(hasAnswers ? withLabel('【答案】', answer.sample.length > 0 ? answer.sample : [answer.text], context) : []),
    ...(hasAnswers && question.key.explanation.length > 0 ? withLabel('【解析】', question.key.explanation, context) : []),
    paragraph(),
  ];
};

export interface WordExport {
  readonly bytes: Uint8Array;
  /** Indexes of the questions that a paper cannot contain. */
  readonly omitted: readonly number[];
}

/** Returns the document, with or without answers. `pictures`: the bytes of each picture, by its address in the questions. */
export const writeDocx = (questions: readonly Question[], pictures: ReadonlyMap<string, Uint8Array>, hasAnswers: boolean): WordExport => {
  const names = nameFiles(pictures);
  const context: Context = { pictures, ids: new Map([...names.keys()].map((source, index) => [source, `rId${index + 1}`])) };
  const answers = questions.map(questionAnswer);
  let number = 0;
  const body = questions.flatMap((question, index) => {
    const answer = answers[index];
    if (answer === undefined) return [];
    number += 1;
    return questionLines(question, answer, number, hasAnswers, context);
  });
  const document = xmlElement(
    'w:document',
    {
      'xmlns:w': 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
      'xmlns:m': `${OFFICE}/math`,
      'xmlns:r': `${OFFICE}/relationships`,
      'xmlns:wp': `${DRAWING}/wordprocessingDrawing`,
      'xmlns:a': `${DRAWING}/main`,
    },
    xmlElement('w:body', {}, ...body, xmlElement('w:sectPr')),
  );
  const relations = (...entries: readonly (readonly [id: string, type: string, target: string])[]): string =>
    writeXml(
      xmlElement(
        'Relationships',
        { xmlns: `${PACKAGE}/relationships` },
        ...entries.map(([Id, type, Target]) => xmlElement('Relationship', { Id, Type: `${OFFICE}/relationships/${type}`, Target })),
      ),
    );
  const types = xmlElement(
    'Types',
    { xmlns: `${PACKAGE}/content-types` },
    ...[
      ['rels', 'application/vnd.openxmlformats-package.relationships+xml'],
      ['xml', 'application/xml'],
      ['png', 'image/png'],
      ['jpg', 'image/jpeg'],
      ['gif', 'image/gif'],
      ['webp', 'image/webp'],
      ['bin', 'application/octet-stream'],
    ].map(([Extension, ContentType]) => xmlElement('Default', { Extension, ContentType })),
    xmlElement('Override', {
      PartName: '/word/document.xml',
      ContentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
    }),
  );
  const bytes = writeZip(
    new Map<string, string | Uint8Array>([
      ['[Content_Types].xml', writeXml(types)],
      ['_rels/.rels', relations(['rId1', 'officeDocument', 'word/document.xml'])],
      ['word/document.xml', writeXml(document)],
      [
        'word/_rels/document.xml.rels',
        relations(...[...names].map(([source, path]) => [context.ids.get(source) ?? '', 'image', path] as const)),
      ],
      ...[...pictures].map(([source, content]) => [`word/${names.get(source) ?? source}`, content] as const),
    ]),
  );
  return { bytes, omitted: answers.flatMap((answer, index) => (answer === undefined ? [index] : [])) };
};
