/** Reads one item of QTI 2.x or QTI 3. Pure. */
import { type ContentNode, type Question, questionKey, questionView, type ResponseKey } from '@shufang/contract';
import { type ImportedItem, type ImportFinding, judgeItem, type ReadItem } from '../import/imported-item.ts';
import { QuestionFileError } from '../import/question-file-error.ts';
import { readXml } from '../xml/read-xml.ts';
import { childNamed, childrenNamed, writeElement, type XmlElement, xmlTextOf } from '../xml/xml-element.ts';
import { normalizeQti } from './qti-names.ts';
import { type QtiContext, readQtiContent } from './read-qti-content.ts';
import { readInteraction } from './read-qti-interaction.ts';
import { type QtiDeclaration, readDeclaration, readQtiKey } from './read-qti-key.ts';
import { type QtiRule, readQtiScoring } from './read-qti-scoring.ts';
import { EXPLANATION, KEY_OUTCOME, TOOL_NAME, writeQtiItem } from './write-qti-item.ts';

const MILLI = 1000;
const TITLE_CHARS_MAX = 200;
const IDENTIFIER_CHARS_MAX = 64;
/** The last part of the address of a picture in an item, before the package tells where it is. */
const asIs = (reference: string): string => reference;

export interface QtiSource {
  /** Returns the address of a picture for a reference in the item. */
  readonly pictureOf?: (reference: string) => string;
  /** Returns the text of a document of the package for a reference in the item; undefined if it has none. */
  readonly documentOf?: (reference: string) => string | undefined;
  readonly path?: string;
}

const identifierOf = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}_.-]/gu, '_')
    .replace(/^[.-]+/, '')
    .slice(0, IDENTIFIER_CHARS_MAX) || 'item';

const outcomeDefault = (item: XmlElement, identifier: string): string | undefined => {
  const found = childrenNamed(item, 'outcomeDeclaration').find(({ attributes }) => attributes['identifier'] === identifier);
  const value = found && childNamed(found, 'defaultValue');
  return value && xmlTextOf(value).trim();
};

const pointsOf = (item: XmlElement): number | undefined => {
  const points = Number(outcomeDefault(item, 'MAXSCORE') ?? outcomeDefault(item, 'NORMALMAXSCORE') ?? Number.NaN);
  return Number.isFinite(points) && points > 0 ? Math.round(points * MILLI) : undefined;
};

/** Points that the rules of an item give; 0 for those that follow from a mapping. */
const ruledPoints = (rule: QtiRule): number => (rule.kind === 'map' ? 0 : Math.round(rule.points * MILLI));

const NO_DECLARATION: QtiDeclaration = { baseType: '', cardinality: 'single', correct: [] };

const readKeys = (item: XmlElement, context: QtiContext, found: Set<ImportFinding>): Record<string, ResponseKey> => {
  const declarations = new Map(
    childrenNamed(item, 'responseDeclaration').map((each) => [each.attributes['identifier'] ?? '', readDeclaration(each)] as const),
  );
  const ids = Object.keys(context.interactions);
  const rules = readQtiScoring(item, ids);
  if (rules !== undefined && [...rules.keys()].some((response) => !ids.includes(response))) found.add('customScoring');
  const manual = ids.filter((id) => rules?.get(id) === undefined && declarations.get(id)?.mapping === undefined);
  const others = [...(rules?.values() ?? [])].reduce((total, rule) => total + ruledPoints(rule), 0);
  const rest = (pointsOf(item) ?? 0) - others;
  const manualMilli = manual.length === 1 && rest > 0 ? rest : MILLI;
  return Object.fromEntries(
    Object.entries(context.interactions).map(([id, interaction]) => {
      const declaration = declarations.get(id) ?? NO_DECLARATION;
      if (declaration.cardinality === 'record' || (interaction.type === 'textEntry' && declaration.cardinality !== 'single'))
        found.add('unsupportedType');
      const parts = {
        interaction,
        declaration,
        rule: rules?.get(id),
        isKnown: rules !== undefined,
        manualMilli,
        sample: context.samples.get(id),
      };
      return [id, readQtiKey(parts, found)];
    }),
  );
};

const readExplanation = (item: XmlElement, context: QtiContext): ContentNode[] => {
  const feedback = childrenNamed(item, 'modalFeedback');
  const own = context.isOwn ? feedback.find(({ attributes }) => attributes['identifier'] === EXPLANATION) : undefined;
  if (feedback.some((each) => each !== own)) context.findings.add('feedback').add('preservedParts');
  return own === undefined ? [] : readQtiContent(own.children, context);
};

/** Parts that the model does not have and that change nothing for a reader. */
const UNUSED: ReadonlySet<string> = new Set(['stylesheet', 'catalogInfo', 'companionMaterialsInfo', 'contextDeclaration']);

const readStimuli = (item: XmlElement, context: QtiContext, source: QtiSource): ContentNode[] =>
  childrenNamed(item, 'assessmentStimulusRef').flatMap(({ attributes }) => {
    const text = source.documentOf?.(attributes['href'] ?? '');
    if (text === undefined) {
      context.findings.add('droppedParts');
      return [];
    }
    const body = childNamed(normalizeQti(readXml(text)), 'stimulusBody');
    return body === undefined ? [] : readQtiContent(body.children, context);
  });

/** Returns the key that an export of this product contains; undefined if it has none, or none that is valid. */
const readOwnKey = (item: XmlElement): Question['key'] | undefined => {
  const json = outcomeDefault(item, KEY_OUTCOME);
  if (json === undefined) return undefined;
  try {
    const key = questionKey.safeParse(JSON.parse(json));
    return key.success ? key.data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const SCORING: ReadonlySet<string> = new Set(['responseDeclaration', 'outcomeDeclaration', 'responseProcessing']);

const scoringOf = (item: XmlElement): string =>
  item.children.flatMap((child) => (typeof child !== 'string' && SCORING.has(child.name) ? [writeElement(child)] : [])).join('');

/** Returns the question of an own export whose key standard QTI alone cannot express, if its scoring was not changed since. */
const ownQuestion = (item: XmlElement, question: Question): Question | undefined => {
  const key = readOwnKey(item);
  if (key === undefined) return undefined;
  const own: Question = { view: question.view, key };
  return scoringOf(normalizeQti(readXml(writeQtiItem(own)))) === scoringOf(item) ? own : undefined;
};

/** Findings about scoring, which do not apply to an own export. */
const OWN_SCORING: ReadonlySet<ImportFinding> = new Set(['customScoring', 'unusualPoints', 'severalNumbers']);

const readRoot = (root: XmlElement, source: QtiSource): ReadItem => {
  const item = normalizeQti(root);
  if (item.name !== 'assessmentItem') return { findings: ['brokenSyntax'] };
  const { identifier = '', title = '', adaptive } = item.attributes;
  const findings = new Set<ImportFinding>();
  const context: QtiContext = {
    interactions: {},
    findings,
    samples: new Map(),
    isOwn: item.attributes['toolName'] === TOOL_NAME,
    pictureOf: source.pictureOf ?? asIs,
    interactionOf: readInteraction,
  };
  if (adaptive === 'true' || childNamed(item, 'templateProcessing') !== undefined) findings.add('unsupportedType');
  if (item.children.some((child) => typeof child !== 'string' && UNUSED.has(child.name))) findings.add('preservedParts');
  const stimuli = readStimuli(item, context, source);
  const body = readQtiContent(childNamed(item, 'itemBody')?.children ?? [], context);
  if (Object.keys(context.interactions).length === 0) findings.add('noResponse');
  const explanation = readExplanation(item, context);
  const question: Question = {
    view: {
      id: identifierOf(identifier),
      title: title.slice(0, TITLE_CHARS_MAX),
      body: [...stimuli, ...body],
      interactions: context.interactions,
    },
    key: { responses: readKeys(item, context, findings), explanation },
  };
  if (!questionView.safeParse(question.view).success || !questionKey.safeParse(question.key).success) {
    return { findings: [...findings, findings.has('unsupportedType') || findings.has('noResponse') ? 'preservedParts' : 'brokenSyntax'] };
  }
  const own = context.isOwn ? ownQuestion(item, question) : undefined;
  return {
    question: own ?? question,
    findings: [...findings].filter((finding) => own === undefined || !OWN_SCORING.has(finding)),
  };
};

/** Returns the item of a document. A document that is no item, or is damaged, is refused. `line`: its number in the file, from 1. */
export const readQtiItem = (raw: string, line = 1, source: QtiSource = {}): ImportedItem => {
  let read: ReadItem;
  try {
    read = readRoot(readXml(raw), source);
  } catch (error) {
    if (!(error instanceof QuestionFileError)) throw error;
    read = { findings: ['brokenSyntax'] };
  }
  return { ...judgeItem(line, raw, read), ...(source.path === undefined ? {} : { path: source.path }) };
};
