/** Writes questions as a package of QTI 3: a ZIP file with a manifest, an item per question, and their pictures. Pure. */
import type { ContentNode, Question } from '@shufang/contract';
import { pictureType } from '../archive/picture-type.ts';
import { writeZip } from '../archive/write-zip.ts';
import { QuestionFileError } from '../import/question-file-error.ts';
import { readXml } from '../xml/read-xml.ts';
import { writeXml, type XmlNode, xmlElement } from '../xml/xml-element.ts';
import { normalizeQti } from './qti-names.ts';
import { readQtiItem } from './read-qti-item.ts';
import { EXPLANATION, KEY_OUTCOME, qtiItemElement, writeQtiItem } from './write-qti-item.ts';

const MANIFEST_NAMESPACE = 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1';
const ITEM_TYPE = 'imsqti_item_xmlv3p0';

/** Children of an item that the writer takes over from the document that was imported. */
const PRESERVED: ReadonlySet<string> = new Set([
  'outcomeDeclaration',
  'assessmentStimulusRef',
  'companionMaterialsInfo',
  'stylesheet',
  'catalogInfo',
  'modalFeedback',
]);
/** Outcomes that the writer declares itself. */
const OWN_OUTCOMES: ReadonlySet<string> = new Set(['SCORE', 'MAXSCORE', 'NORMALMAXSCORE', KEY_OUTCOME, 'FEEDBACK']);

const preservedOf = (raw: string): ReadonlyMap<string, readonly XmlNode[]> => {
  const preserved = new Map<string, XmlNode[]>();
  for (const child of readXml(raw).children) {
    if (typeof child === 'string') continue;
    const { name, attributes } = normalizeQti(child);
    const identifier = attributes['identifier'] ?? '';
    const isOwn =
      (name === 'outcomeDeclaration' && OWN_OUTCOMES.has(identifier)) || (name === 'modalFeedback' && identifier === EXPLANATION);
    // The stimulus was read into the text of the question.
    if (!PRESERVED.has(name) || isOwn || name === 'assessmentStimulusRef') continue;
    preserved.set(name, [...(preserved.get(name) ?? []), child]);
  }
  return preserved;
};

/** A question to export. `source`: the document of QTI 3 that it was imported from. */
export type ExportedQuestion = Question & { readonly source?: string | undefined };

/** Returns the source if it is a document of QTI 3 that can be read. */
const qti3Source = (source: string | undefined): string | undefined => {
  if (source?.includes('qti-assessment-item') !== true) return undefined;
  try {
    readXml(source);
    return source;
  } catch (error) {
    if (error instanceof QuestionFileError) return undefined;
    throw error;
  }
};

/**
 * Returns a question as an item of QTI 3. A question that was imported from QTI 3 and not changed is its original document; of a changed
 * one the parts that the model does not have are taken over.
 */
export const exportQtiItem = (question: ExportedQuestion, hrefOf: (source: string) => string = (source) => source): string => {
  const source = qti3Source(question.source);
  if (source === undefined) return writeQtiItem(question, hrefOf);
  const { question: original } = readQtiItem(source);
  const isSame = JSON.stringify([original?.view, original?.key]) === JSON.stringify([question.view, question.key]);
  return isSame ? source : writeXml(qtiItemElement(question, hrefOf, preservedOf(source)));
};

/** Returns the addresses of the pictures in a question. */
export const picturesOf = ({ view, key }: Question): string[] => {
  const inNodes = (nodes: readonly ContentNode[]): string[] =>
    nodes.flatMap((node) =>
      typeof node === 'string' ? [] : [...(node.name === 'img' ? [node.attributes?.src ?? ''] : []), ...inNodes(node.children ?? [])],
    );
  const inInteractions = Object.values(view.interactions).flatMap((interaction) => {
    if (interaction.type === 'match') return [...interaction.sources, ...interaction.targets].flatMap(({ content }) => inNodes(content));
    if (interaction.type === 'hotspot') return [interaction.picture];
    return 'options' in interaction ? interaction.options.flatMap(({ content }) => inNodes(content)) : [];
  });
  const inSamples = Object.values(key.responses).flatMap((each) => (each.rule === 'manual' ? inNodes(each.sample ?? []) : []));
  return [...new Set([...inNodes(view.body), ...inInteractions, ...inNodes(key.explanation), ...inSamples])].filter(
    (source) => source !== '',
  );
};

/** Returns the name of the file of each picture, by its address in the questions. */
export const nameFiles = (pictures: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, string> =>
  new Map([...pictures].map(([source, bytes], index) => [source, `media/picture-${index + 1}.${pictureType(bytes)?.extension ?? 'bin'}`]));

/** Returns the package. `pictures`: the bytes of each picture, by its address in the questions; one without bytes is left as it is. */
export const writeQtiPackage = (
  questions: readonly ExportedQuestion[],
  pictures: ReadonlyMap<string, Uint8Array> = new Map(),
): Uint8Array => {
  const names = nameFiles(pictures);
  const hrefOf = (source: string): string => (names.has(source) ? `../${names.get(source) ?? ''}` : source);
  const items = questions.map((question, index) => ({
    identifier: `item-${index + 1}`,
    href: `items/item-${index + 1}.xml`,
    text: exportQtiItem(question, hrefOf),
    files: picturesOf(question).flatMap((source) => names.get(source) ?? []),
  }));
  const manifest = xmlElement(
    'manifest',
    { xmlns: MANIFEST_NAMESPACE, identifier: 'shufang-questions' },
    xmlElement('metadata', {}, xmlElement('schema', {}, 'QTI Package'), xmlElement('schemaversion', {}, '3.0.0')),
    xmlElement('organizations'),
    xmlElement(
      'resources',
      {},
      ...items.map(({ identifier, href, files }) =>
        xmlElement(
          'resource',
          { identifier, type: ITEM_TYPE, href },
          ...[href, ...files].map((file) => xmlElement('file', { href: file })),
        ),
      ),
    ),
  );
  return writeZip(
    new Map<string, string | Uint8Array>([
      ['imsmanifest.xml', writeXml(manifest)],
      ...items.map(({ href, text }) => [href, text] as const),
      ...[...pictures].map(([source, bytes]) => [names.get(source) ?? source, bytes] as const),
    ]),
  );
};
