/** Writes questions in the XML format of Moodle. Pure. */
import type { ContentNode, Interaction, Question, ResponseKey } from '@shufang/contract';
import { contentText } from '@shufang/contract';
import { type HtmlWriter, writeHtml } from '../html/write-html.ts';
import { nameFiles, picturesOf } from '../qti/write-qti-package.ts';
import { questionType } from '../question/question-type.ts';
import { parseWrittenNumber } from '../scoring/written-number.ts';
import { writeXml, type XmlElement, xmlElement, xmlTextOf } from '../xml/xml-element.ts';

export interface ExportedText {
  readonly text: string;
  /** Indexes of the questions that the format cannot contain. */
  readonly omitted: readonly number[];
}

type Pictures = ReadonlyMap<string, Uint8Array>;
type Writer = HtmlWriter & { readonly files: (nodes: readonly ContentNode[]) => XmlElement[] };

const BASE64_PIECE = 32_768;

const base64 = (bytes: Uint8Array): string => {
  let binary = '';
  for (let at = 0; at < bytes.length; at += BASE64_PIECE) binary += String.fromCharCode(...bytes.subarray(at, at + BASE64_PIECE));
  return btoa(binary);
};

const text = (value: string): XmlElement => xmlElement('text', {}, value);

/** Returns a share of the points in percent, as Moodle writes thirds: 33.33333. */
const percent = (milli: number, whole: number): string => String(whole === 0 ? 0 : Math.round((milli / whole) * 10_000_000) / 100_000);

const html = (name: string, nodes: readonly ContentNode[], writer: Writer, attributes: Record<string, string> = {}): XmlElement =>
  xmlElement(name, { ...attributes, format: 'html' }, text(writeHtml(nodes, writer)), ...writer.files(nodes));

const answer = (share: string, content: XmlElement[], attributes: Record<string, string> = {}): XmlElement =>
  xmlElement('answer', { fraction: share, ...attributes }, ...content);

const decimal = (written: string): string => {
  const parsed = parseWrittenNumber(written);
  return parsed === undefined ? '0' : String(Number(parsed.value.numerator) / Number(parsed.value.denominator));
};

const choiceAnswers = (
  interaction: Extract<Interaction, { type: 'choice' }>,
  key: ResponseKey,
  writer: Writer,
): XmlElement[] | undefined => {
  const shareOf = (id: string): string | undefined => {
    if (key.rule === 'map') return percent(key.entries.find(({ value }) => value === id)?.milli ?? key.defaultMilli, key.milli);
    if (key.rule !== 'choice') return undefined;
    if (!key.correct.includes(id)) return interaction.maximumChoices === 1 ? '0' : '-100';
    return percent(1, key.correct.length);
  };
  const answers = interaction.options.map((option) => ({ option, share: shareOf(option.id) }));
  if (answers.some(({ share }) => share === undefined)) return undefined;
  return answers.map(({ option, share = '0' }) => html('answer', option.content, writer, { fraction: share }));
};

const numberAnswers = (key: Extract<ResponseKey, { rule: 'number' }>): XmlElement[] => {
  const value = decimal(key.value);
  const amount =
    key.tolerance.kind === 'absolute'
      ? decimal(key.tolerance.amount)
      : String(Math.abs(Number(value) * Number(decimal(key.tolerance.amount))));
  return [
    answer('100', [text(value), xmlElement('tolerance', {}, amount)]),
    ...(key.units.length === 0
      ? []
      : [
          xmlElement(
            'units',
            {},
            ...key.units.map((unit) =>
              xmlElement(
                'unit',
                {},
                xmlElement('multiplier', {}, String(1 / Number(decimal(unit.factor)))),
                xmlElement('unit_name', {}, unit.names[0] ?? ''),
              ),
            ),
          ),
        ]),
  ];
};

/** Escapes the signs of cloze answers. */
const clozeText = (value: string): string => value.replace(/[\\}~#=/]/g, (char) => `\\${char}`).replaceAll('\n', ' ');

const clozeAnswer = (interaction: Interaction, key: ResponseKey, whole: number): string | undefined => {
  const weight = Math.max(1, Math.round((key.milli / Math.max(1, whole)) * 100));
  const share = (milli: number): string => (milli === key.milli ? '=' : `%${percent(milli, key.milli)}%`);
  if (interaction.type === 'inlineChoice' && (key.rule === 'choice' || key.rule === 'map')) {
    const milliOf = (id: string): number =>
      key.rule === 'choice' ? (key.correct.includes(id) ? key.milli : 0) : (key.entries.find(({ value }) => value === id)?.milli ?? 0);
    const options = interaction.options.map(
      ({ id, content }) => `${milliOf(id) === 0 ? '' : share(milliOf(id))}${clozeText(contentText(content))}`,
    );
    return `{${weight}:MULTICHOICE:${options.join('~')}}`;
  }
  if (interaction.type !== 'textEntry') return undefined;
  if (key.rule === 'text') {
    const accepted = key.accepted.map((entry) => `${share(entry.milli)}${clozeText(entry.text.replaceAll('*', '\\*'))}`);
    return `{${weight}:${key.isCaseSensitive ? 'SHORTANSWER_C' : 'SHORTANSWER'}:${accepted.join('~')}}`;
  }
  if (key.rule !== 'number' || key.units.length > 0) return undefined;
  const [first] = numberAnswers(key);
  const tolerance = first?.children.find((child) => typeof child !== 'string' && child.name === 'tolerance');
  return `{${weight}:NUMERICAL:=${decimal(key.value)}:${tolerance === undefined ? '0' : xmlTextOf(tolerance)}}`;
};

type Written = {
  readonly type: string;
  readonly body: readonly ContentNode[];
  readonly parts: readonly XmlElement[];
  readonly slot?: HtmlWriter['slot'];
};

const withoutSlots = (nodes: readonly ContentNode[]): ContentNode[] =>
  nodes.flatMap((node): ContentNode[] => {
    if (typeof node === 'string') return [node];
    if (node.name === 'slot') return [];
    return [node.children === undefined ? node : { ...node, children: withoutSlots(node.children) }];
  });

const writeSingle = (question: Question, interaction: Interaction, key: ResponseKey, writer: Writer): Written | undefined => {
  const type = questionType(question);
  const body = withoutSlots(question.view.body);
  if (type === 'trueFalse' && key.rule === 'choice')
    return {
      type: 'truefalse',
      body,
      parts: ['true', 'false'].map((value) => answer(key.correct.includes(value) ? '100' : '0', [text(value)])),
    };
  switch (interaction.type) {
    case 'choice': {
      const answers = choiceAnswers(interaction, key, writer);
      return (
        answers && {
          type: 'multichoice',
          body,
          parts: [
            xmlElement('single', {}, String(interaction.maximumChoices === 1)),
            xmlElement('shuffleanswers', {}, String(interaction.isShuffled)),
            xmlElement('answernumbering', {}, 'ABCD'),
            ...answers,
          ],
        }
      );
    }
    case 'match': {
      if (key.rule !== 'pairs') return undefined;
      const used = new Set(key.correct.map(([, target]) => target));
      const sub = (content: readonly ContentNode[], target: readonly ContentNode[]): XmlElement => {
        const element = html('subquestion', content, writer);
        return { ...element, children: [...element.children, xmlElement('answer', {}, text(contentText(target)))] };
      };
      return {
        type: 'matching',
        body,
        parts: [
          xmlElement('shuffleanswers', {}, 'true'),
          ...key.correct.map(([source, target]) =>
            sub(
              interaction.sources.find(({ id }) => id === source)?.content ?? [],
              interaction.targets.find(({ id }) => id === target)?.content ?? [],
            ),
          ),
          ...interaction.targets.filter(({ id }) => !used.has(id)).map(({ content }) => sub([], content)),
        ],
      };
    }
    case 'order': {
      if (key.rule !== 'order') return undefined;
      const inOrder = key.correct.flatMap((id) => interaction.options.filter((option) => option.id === id));
      return {
        type: 'ordering',
        body,
        parts: inOrder.map(({ content }, index) => html('answer', content, writer, { fraction: String(index + 1) })),
      };
    }
    case 'extendedText':
    case 'upload': {
      if (key.rule !== 'manual') return undefined;
      const isUpload = interaction.type === 'upload';
      return {
        type: 'essay',
        body,
        parts: [
          xmlElement('responseformat', {}, isUpload ? 'noinline' : 'editor'),
          xmlElement('responserequired', {}, isUpload ? '0' : '1'),
          xmlElement('attachments', {}, isUpload ? '-1' : '0'),
          html('graderinfo', key.sample ?? [], writer),
        ],
      };
    }
    default:
      return undefined;
  }
};

const writeTextEntry = (key: ResponseKey): { type: string; parts: XmlElement[] } | undefined => {
  if (key.rule === 'number') return { type: 'numerical', parts: numberAnswers(key) };
  if (key.rule !== 'text') return undefined;
  const answers = key.accepted.map((entry) =>
    answer(percent(entry.milli, key.milli), [text(entry.text.replaceAll('*', '\\*'))], { format: 'moodle_auto_format' }),
  );
  return { type: 'shortanswer', parts: [xmlElement('usecase', {}, key.isCaseSensitive ? '1' : '0'), ...answers] };
};

const writeQuestion = (question: Question, writer: Writer): Written | undefined => {
  const { view, key } = question;
  const entries = Object.entries(view.interactions);
  const [first] = entries;
  const firstKey = first && key.responses[first[0]];
  if (first !== undefined && firstKey !== undefined && entries.length === 1) {
    if (first[1].type === 'textEntry') {
      const written = writeTextEntry(firstKey);
      return written && { ...written, body: view.body, slot: () => '_____' };
    }
    if (first[1].type !== 'inlineChoice') return writeSingle(question, first[1], firstKey, writer);
  }
  const whole = Object.values(key.responses).reduce((sum, { milli }) => sum + milli, 0);
  const answers = new Map(
    entries.map(([id, interaction]) => {
      const responseKey = key.responses[id];
      return [id, responseKey && clozeAnswer(interaction, responseKey, whole)] as const;
    }),
  );
  if ([...answers.values()].some((each) => each === undefined)) return undefined;
  return {
    type: 'cloze',
    body: view.body,
    parts: [],
    slot: (id) => answers.get(id)?.replaceAll('&', '&amp;').replaceAll('<', '&lt;') ?? '',
  };
};

/** Returns the file. A picture is written into each question that contains it. */
export const writeMoodleXml = (questions: readonly Question[], pictures: Pictures = new Map()): ExportedText => {
  const names = new Map([...nameFiles(pictures)].map(([source, path]) => [source, path.replace(/^media\//, '')]));
  const omitted: number[] = [];
  const elements = questions.flatMap((question, index) => {
    const writer: Writer = {
      hrefOf: (source) => (names.has(source) ? `@@PLUGINFILE@@/${names.get(source) ?? ''}` : source),
      slot: () => '',
      files: (nodes) =>
        picturesOf({ view: { ...question.view, body: [...nodes], interactions: {} }, key: { responses: {}, explanation: [] } }).flatMap(
          (source) => {
            const bytes = pictures.get(source);
            return bytes === undefined
              ? []
              : [xmlElement('file', { name: names.get(source) ?? '', path: '/', encoding: 'base64' }, base64(bytes))];
          },
        ),
    };
    const written = writeQuestion(question, writer);
    if (written === undefined) {
      omitted.push(index);
      return [];
    }
    const { view, key } = question;
    const title = view.title === '' ? contentText(view.body).replace(/\s+/g, ' ').trim().slice(0, 60) : view.title;
    const total = Object.values(key.responses).reduce((sum, { milli }) => sum + milli, 0);
    return [
      xmlElement(
        'question',
        { type: written.type },
        xmlElement('name', {}, text(title)),
        html('questiontext', written.body, { ...writer, ...(written.slot && { slot: written.slot }) }),
        html('generalfeedback', key.explanation, writer),
        xmlElement('defaultgrade', {}, String(total / 1000)),
        xmlElement('penalty', {}, '0'),
        xmlElement('hidden', {}, '0'),
        ...written.parts,
      ),
    ];
  });
  return { text: writeXml(xmlElement('quiz', {}, ...elements)), omitted };
};
