/** Writes a question as an item of QTI 3. Pure. */
import type { Question } from '@shufang/contract';
import { writeXml, type XmlElement, type XmlNode, xmlElement } from '../xml/xml-element.ts';
import { QTI3_NAMESPACE } from './qti-names.ts';
import { SAMPLE_CLASS } from './read-qti-content.ts';
import { blocksOf, bodyBlocks, type QtiWriter } from './write-qti-content.ts';
import { declarationElement, isPlainKey, pointsText, processingElement } from './write-qti-scoring.ts';

/** Name by which the reader recognizes exports of this product. */
export const TOOL_NAME = 'Shufang';
/** Outcome whose default value is the key as JSON: standard QTI has no units, no share for a part of the options, no samples. */
export const KEY_OUTCOME = 'SHUFANG_KEY';
/** Outcome and identifier of the feedback that contains the explanation. */
const FEEDBACK_OUTCOME = 'FEEDBACK';
export const EXPLANATION = 'explanation';

const outcome = (identifier: string, baseType: string, value: string, more: Record<string, string | undefined> = {}): XmlElement =>
  xmlElement(
    'qti-outcome-declaration',
    { identifier, cardinality: 'single', 'base-type': baseType, ...more },
    xmlElement('qti-default-value', {}, xmlElement('qti-value', {}, value)),
  );

const samples = (writer: QtiWriter): XmlElement[] =>
  Object.entries(writer.key.responses).flatMap(([id, key]) =>
    key.rule === 'manual' && key.sample !== undefined && key.sample.length > 0
      ? [
          xmlElement(
            'qti-rubric-block',
            { class: SAMPLE_CLASS, id: `sample-${id}`, use: 'scoring', view: 'scorer' },
            xmlElement('qti-content-body', {}, ...blocksOf(key.sample, writer)),
          ),
        ]
      : [],
  );

/** Returns the item; `preserved`: children of the root that the model does not have, from a former import, by name. */
export const qtiItemElement = (
  question: Question,
  hrefOf: (source: string) => string,
  preserved: ReadonlyMap<string, readonly XmlNode[]> = new Map(),
): XmlElement => {
  const { view, key } = question;
  const writer: QtiWriter = { view, key, hrefOf };
  const keys = Object.values(key.responses);
  const total = keys.reduce((sum, each) => sum + each.milli, 0);
  const isManual = keys.some(({ rule }) => rule === 'manual');
  const hasExplanation = key.explanation.length > 0;
  const preservedOf = (name: string): readonly XmlNode[] => preserved.get(name) ?? [];
  return xmlElement(
    'qti-assessment-item',
    {
      xmlns: QTI3_NAMESPACE,
      identifier: /^[\d.-]/.test(view.id) ? `_${view.id}` : view.id,
      title: view.title,
      'xml:lang': 'zh-CN',
      adaptive: 'false',
      'time-dependent': 'false',
      'tool-name': TOOL_NAME,
      'tool-version': '1',
    },
    ...Object.entries(view.interactions).flatMap(([id, interaction]) => {
      const responseKey = key.responses[id];
      return responseKey === undefined ? [] : [declarationElement(id, interaction, responseKey)];
    }),
    outcome('SCORE', 'float', '0', { 'external-scored': isManual ? 'human' : undefined }),
    outcome('MAXSCORE', 'float', pointsText(total)),
    ...(keys.every(isPlainKey) ? [] : [outcome(KEY_OUTCOME, 'string', JSON.stringify(key))]),
    ...(hasExplanation ? [outcome(FEEDBACK_OUTCOME, 'identifier', EXPLANATION)] : []),
    ...preservedOf('outcomeDeclaration'),
    ...preservedOf('assessmentStimulusRef'),
    ...preservedOf('companionMaterialsInfo'),
    ...preservedOf('stylesheet'),
    xmlElement('qti-item-body', {}, ...samples(writer), ...bodyBlocks(writer)),
    ...preservedOf('catalogInfo'),
    processingElement(question),
    ...preservedOf('modalFeedback'),
    ...(hasExplanation
      ? [
          xmlElement(
            'qti-modal-feedback',
            { 'outcome-identifier': FEEDBACK_OUTCOME, identifier: EXPLANATION, 'show-hide': 'show' },
            xmlElement('qti-content-body', {}, ...blocksOf(key.explanation, writer)),
          ),
        ]
      : []),
  );
};

/** Returns the question as a document. */
export const writeQtiItem = (question: Question, hrefOf: (source: string) => string = (source) => source): string =>
  writeXml(qtiItemElement(question, hrefOf));
