/** Reads the XML format of Moodle. Source: docs.moodle.org/en/Moodle_XML_format. Pure. */
import type { ContentNode, Interaction, Question, QuestionOption, ResponseKey } from '@shufang/contract';
import { pictureType } from '../archive/picture-type.ts';
import { readHtml } from '../html/read-html.ts';
import { type ImportedItem, type ImportFinding, judgeItem, type ReadItem } from '../import/imported-item.ts';
import { QuestionFileError } from '../import/question-file-error.ts';
import { type QtiContext, readQtiContent } from '../qti/read-qti-content.ts';
import { TRUE_FALSE } from '../question/question-type.ts';
import { parseWrittenNumber } from '../scoring/written-number.ts';
import { readXml } from '../xml/read-xml.ts';
import { childNamed, childrenNamed, writeElement, type XmlElement, xmlTextOf } from '../xml/xml-element.ts';
import { MILLI_PER_POINT, readCloze } from './read-cloze.ts';

const TITLE_CHARS_MAX = 200;

export interface MoodleFile {
  readonly items: readonly ImportedItem[];
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

type Context = {
  readonly findings: Set<ImportFinding>;
  readonly pictures: Map<string, Uint8Array>;
  readonly prefix: string;
  readonly milli: number;
};
type Parts = {
  readonly body: ContentNode[];
  readonly interactions: Record<string, Interaction>;
  readonly responses: Record<string, ResponseKey>;
};

const FORMULA = /\$\$|\\\(|\\\[/;

const textIn = (element: XmlElement | undefined): string => {
  const text = element && childNamed(element, 'text');
  return text === undefined ? '' : xmlTextOf(text);
};

const valueIn = (question: XmlElement, name: string): string => {
  const found = childNamed(question, name);
  return found === undefined ? '' : xmlTextOf(found).trim();
};

const bytesOf = (base64: string): Uint8Array | undefined => {
  try {
    return Uint8Array.from(atob(base64.replace(/\s/g, '')), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
};

/** Returns the content of a text element: HTML, or a text of which each line is a paragraph. */
const contentIn = (element: XmlElement | undefined, context: Context): ContentNode[] => {
  if (element === undefined) return [];
  for (const file of childrenNamed(element, 'file')) {
    const bytes = file.attributes['encoding'] === 'base64' ? bytesOf(xmlTextOf(file)) : undefined;
    if (bytes !== undefined && pictureType(bytes) !== undefined)
      context.pictures.set(`${context.prefix}${file.attributes['name'] ?? ''}`, bytes);
  }
  const text = textIn(element);
  if (FORMULA.test(text)) context.findings.add('formula');
  const format = element.attributes['format'] ?? 'html';
  if (format === 'markdown') context.findings.add('markup');
  if (format === 'plain_text' || format === 'markdown') return text.trim() === '' ? [] : [text.trim()];
  const reader: QtiContext = {
    interactions: {},
    findings: context.findings,
    samples: new Map(),
    isOwn: false,
    pictureOf: (reference) => {
      const name = /^@@PLUGINFILE@@\/(.+)$/.exec(reference)?.[1];
      const source = name === undefined ? reference : `${context.prefix}${decodeURIComponent(name)}`;
      if (!context.pictures.has(source) && !source.startsWith('data:image/')) context.findings.add('missingPicture');
      return source;
    },
    interactionOf: () => [],
  };
  const content = readQtiContent(readHtml(text), reader);
  // Options and short texts are often wrapped in one paragraph.
  const [only] = content;
  return content.length === 1 && typeof only === 'object' && only.name === 'p' ? [...(only.children ?? [])] : content;
};

const asBlock = (nodes: ContentNode[]): ContentNode[] =>
  nodes.some((node) => typeof node === 'object' && /^(?:p|div|ul|ol|table|pre)$/.test(node.name))
    ? nodes
    : [{ name: 'p', children: nodes }];

type Answer = { readonly element: XmlElement; readonly share: number; readonly text: string };

const answersIn = (question: XmlElement, { findings }: Context): Answer[] =>
  childrenNamed(question, 'answer').map((element) => {
    if (textIn(childNamed(element, 'feedback')).trim() !== '') findings.add('feedback');
    return { element, share: Number(element.attributes['fraction'] ?? 0), text: textIn(element).trim() };
  });

const slot: ContentNode = { name: 'slot', attributes: { interaction: 'RESPONSE' } };

const one = (stem: ContentNode[], interaction: Interaction, key: ResponseKey): Parts => ({
  body: [...asBlock(stem), slot],
  interactions: { RESPONSE: interaction },
  responses: { RESPONSE: key },
});

const choice = (question: XmlElement, stem: ContentNode[], context: Context): Parts | undefined => {
  const { milli } = context;
  const answers = answersIn(question, context);
  const options: QuestionOption[] = answers.map(({ element }, index) => ({ id: `O${index + 1}`, content: contentIn(element, context) }));
  const isSingle = valueIn(question, 'single') !== 'false';
  const right = answers.flatMap(({ share }, index) => (share > 0 ? [index] : []));
  const interaction: Interaction = {
    type: 'choice',
    options,
    maximumChoices: isSingle ? 1 : 0,
    isShuffled: /^(?:1|true)$/.test(valueIn(question, 'shuffleanswers')),
  };
  const correct = right.map((index) => `O${index + 1}`);
  if (isSingle && right.length === 1 && answers[right[0] ?? 0]?.share === 100 && answers.every(({ share }) => share >= 0))
    return one(stem, interaction, { rule: 'choice', milli, correct, incompleteMilli: 0 });
  const sum = right.reduce((total, index) => total + (answers[index]?.share ?? 0), 0);
  const most = Math.max(0, ...answers.map(({ share }) => share));
  if (Math.abs((isSingle ? most : sum) - 100) > 0.1) context.findings.add('unusualPoints');
  if (isSingle && answers.some(({ share }) => share < 0)) context.findings.add('unusualPoints');
  const entries = answers.map(({ share }, index) => ({ value: `O${index + 1}`, milli: Math.round((milli * share) / 100) }));
  // Thirds do not add up to the whole: the first right option earns the rest.
  const rest = milli - entries.reduce((total, entry) => total + Math.max(0, entry.milli), 0);
  const first = entries[right[0] ?? -1];
  if (!isSingle && first !== undefined && Math.abs(rest) <= entries.length) first.milli += rest;
  return one(stem, interaction, { rule: 'map', milli, entries, defaultMilli: 0 });
};

const trueFalse = (question: XmlElement, stem: ContentNode[], context: Context): Parts | undefined => {
  const right = answersIn(question, context)
    .find(({ share }) => share === 100)
    ?.text.toLowerCase();
  if (right !== 'true' && right !== 'false') return undefined;
  const options: QuestionOption[] = [
    { id: TRUE_FALSE[0], content: ['对'] },
    { id: TRUE_FALSE[1], content: ['错'] },
  ];
  return one(
    stem,
    { type: 'choice', options, maximumChoices: 1, isShuffled: false },
    { rule: 'choice', milli: context.milli, correct: [right], incompleteMilli: 0 },
  );
};

const shortAnswer = (question: XmlElement, stem: ContentNode[], context: Context): Parts | undefined => {
  const answers = answersIn(question, context).filter(({ share }) => share > 0);
  if (answers.length === 0) return undefined;
  if (answers.some(({ text }) => /(?<!\\)\*/.test(text))) context.findings.add('wildcard');
  const accepted = answers.map(({ text, share }) => ({
    text: text.replaceAll('\\*', '*'),
    milli: Math.round((context.milli * share) / 100),
  }));
  if (!accepted.some(({ milli }) => milli === context.milli)) context.findings.add('unusualPoints');
  return one(
    stem,
    { type: 'textEntry' },
    { rule: 'text', milli: context.milli, accepted, isCaseSensitive: valueIn(question, 'usecase') === '1' },
  );
};

const numerical = (question: XmlElement, stem: ContentNode[], context: Context): Parts | undefined => {
  const answers = answersIn(question, context).filter(({ share, text }) => share > 0 && text !== '*');
  const right = answers.find(({ share }) => share === 100);
  const amount = right === undefined ? '' : valueIn(right.element, 'tolerance') || '0';
  if (right === undefined || parseWrittenNumber(right.text)?.unit !== '' || parseWrittenNumber(amount)?.unit !== '') return undefined;
  if (answers.length > 1) context.findings.add('severalNumbers');
  const list = childNamed(question, 'units');
  const units = (list === undefined ? [] : childrenNamed(list, 'unit')).map((unit) => ({
    name: valueIn(unit, 'unit_name'),
    multiplier: valueIn(unit, 'multiplier') || '1',
  }));
  const isSound = units.every(
    ({ name, multiplier }) => name !== '' && parseWrittenNumber(multiplier)?.unit === '' && Number(multiplier) !== 0,
  );
  if (!isSound) context.findings.add('unclearParts');
  // A multiplier of Moodle is how many of this unit are one of the first; a factor is the reverse.
  if (units.some(({ multiplier }) => Number(multiplier) !== 1)) context.findings.add('unclearParts');
  return one(
    stem,
    { type: 'textEntry' },
    {
      rule: 'number',
      milli: context.milli,
      value: right.text,
      tolerance: { kind: 'absolute', amount },
      units: isSound ? units.filter(({ multiplier }) => Number(multiplier) === 1).map(({ name }) => ({ names: [name], factor: '1' })) : [],
      withoutUnitMilli: context.milli,
    },
  );
};

const matching = (question: XmlElement, stem: ContentNode[], context: Context): Parts | undefined => {
  const pairs = childrenNamed(question, 'subquestion').map((element) => ({
    content: contentIn(element, context),
    answer: textIn(childNamed(element, 'answer')).trim(),
  }));
  const targets = [...new Set(pairs.map(({ answer }) => answer))].filter((answer) => answer !== '');
  const asked = pairs.filter(({ content }) => content.length > 0);
  if (asked.length === 0) return undefined;
  const interaction: Interaction = {
    type: 'match',
    sources: asked.map(({ content }, index) => ({ id: `S${index + 1}`, content })),
    targets: targets.map((text, index) => ({ id: `T${index + 1}`, content: [text] })),
    isShuffled: true,
  };
  const correct = asked.map(({ answer }, index): [string, string] => [`S${index + 1}`, `T${targets.indexOf(answer) + 1}`]);
  return one(stem, interaction, { rule: 'pairs', milli: context.milli, correct, isPartial: true });
};

const essay = (question: XmlElement, stem: ContentNode[], context: Context): Parts => {
  const sample = asBlock(contentIn(childNamed(question, 'graderinfo'), context));
  const hasSample = textIn(childNamed(question, 'graderinfo')).trim() !== '';
  const isUpload = valueIn(question, 'responseformat') === 'noinline';
  return one(stem, isUpload ? { type: 'upload' } : { type: 'extendedText' }, {
    rule: 'manual',
    milli: context.milli,
    ...(hasSample ? { sample } : {}),
  });
};

const ordering = (question: XmlElement, stem: ContentNode[], context: Context): Parts => {
  const options = childrenNamed(question, 'answer').map((element, index) => ({
    id: `N${index + 1}`,
    content: contentIn(element, context),
  }));
  return one(
    stem,
    { type: 'order', options, isShuffled: true },
    { rule: 'order', milli: context.milli, correct: options.map(({ id }) => id), isPartial: true },
  );
};

const READERS: Readonly<Record<string, (question: XmlElement, stem: ContentNode[], context: Context) => Parts | undefined>> = {
  multichoice: choice,
  truefalse: trueFalse,
  shortanswer: shortAnswer,
  numerical,
  matching,
  match: matching,
  essay,
  ordering,
  cloze: (_question, stem, context) => readCloze(asBlock(stem), context.milli, context.findings),
  multianswer: (_question, stem, context) => readCloze(asBlock(stem), context.milli, context.findings),
};

const readQuestion = (question: XmlElement, pictures: Map<string, Uint8Array>, number: number): ReadItem => {
  const findings = new Set<ImportFinding>();
  const grade = Number(valueIn(question, 'defaultgrade') || '1');
  const milli = Number.isFinite(grade) && grade >= 0 && grade <= 1000 ? Math.round(grade * MILLI_PER_POINT) : MILLI_PER_POINT;
  const context: Context = { findings, pictures, prefix: `media/${number}/`, milli };
  const reader = READERS[question.attributes['type'] ?? ''];
  if (reader === undefined) return { findings: ['unsupportedType'] };
  const isCloze = /^(?:cloze|multianswer)$/.test(question.attributes['type'] ?? '');
  const parts = reader(question, contentIn(childNamed(question, 'questiontext'), context), context);
  // Moodle computes the points of a cloze question from the weights of its answers.
  if (parts === undefined) return { findings: [...findings, isCloze ? 'brokenSyntax' : 'unfinished'] };
  const explanation = contentIn(childNamed(question, 'generalfeedback'), context);
  const view: Question['view'] = {
    id: 'item',
    title: textIn(childNamed(question, 'name')).trim().slice(0, TITLE_CHARS_MAX),
    body: parts.body,
    interactions: parts.interactions,
  };
  return {
    question: { view, key: { responses: parts.responses, explanation: explanation.length === 0 ? [] : asBlock(explanation) } },
    findings: [...findings],
  };
};

export const isMoodleXml = (head: string): boolean => /<quiz[\s>]/.test(head);

/** Returns the questions of a file. Categories and descriptions are no questions. Throws `QuestionFileError`. */
export const readMoodleXml = (xml: string): MoodleFile => {
  const root = readXml(xml);
  if (root.name !== 'quiz') throw new QuestionFileError('wrongType');
  const pictures = new Map<string, Uint8Array>();
  const questions = childrenNamed(root, 'question').filter(
    ({ attributes }) => !/^(?:category|description)$/.test(attributes['type'] ?? ''),
  );
  const items = questions.map((question, index) =>
    judgeItem(index + 1, writeElement(question), readQuestion(question, pictures, index + 1)),
  );
  return { items, pictures };
};
