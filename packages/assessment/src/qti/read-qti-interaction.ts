/** Reads the interactions of QTI that questions have. Pure. */
import type { ContentElement, ContentNode, Interaction, QuestionOption } from '@shufang/contract';
import { childNamed, childrenNamed, descendantsNamed, elementsOf, type XmlElement, xmlTextOf } from '../xml/xml-element.ts';
import { type QtiContext, readQtiContent } from './read-qti-content.ts';

const isTrue = (value: string | undefined): boolean => value === 'true' || value === '1';

const integer = (value: string | undefined, otherwise: number): number => {
  const number = Number(value ?? otherwise);
  return Number.isSafeInteger(number) && number >= 0 ? number : otherwise;
};

const optionOf = (element: XmlElement, content: ContentNode[]): QuestionOption => ({
  id: element.attributes['identifier'] ?? '',
  content,
  ...(isTrue(element.attributes['fixed']) ? { isFixed: true } : {}),
});

const optionsOf = (element: XmlElement, name: string, context: QtiContext): QuestionOption[] =>
  childrenNamed(element, name).map((child) => optionOf(child, readQtiContent(child.children, context)));

/** Adds the id of the interaction to the slots of its parts. */
const withInteraction = (nodes: readonly ContentNode[], interaction: string): ContentNode[] =>
  nodes.map((node) => {
    if (typeof node === 'string') return node;
    const children = node.children && withInteraction(node.children, interaction);
    const attributes =
      node.name === 'slot' && node.attributes?.interaction === undefined ? { interaction, ...node.attributes } : node.attributes;
    return { name: node.name, ...(attributes && { attributes }), ...(children && { children }) };
  });

const partsOf = (nodes: readonly ContentNode[]): string[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [...(node.name === 'slot' ? [node.attributes?.part ?? ''] : []), ...partsOf(node.children ?? [])],
  );

const picturesOf = (element: XmlElement): string => {
  const picture = descendantsNamed(element, 'img')[0]?.attributes['src'] ?? descendantsNamed(element, 'object')[0]?.attributes['data'];
  return picture ?? '';
};

type Area = Extract<Interaction, { type: 'hotspot' }>['areas'][number];

const areasOf = (element: XmlElement, context: QtiContext): Area[] =>
  childrenNamed(element, 'hotspotChoice').map(({ attributes }) => {
    const shape = attributes['shape'] ?? '';
    if (shape !== 'rect' && shape !== 'circle' && shape !== 'poly') context.findings.add('unsupportedType');
    return {
      id: attributes['identifier'] ?? '',
      shape: shape === 'circle' || shape === 'poly' ? shape : 'rect',
      coordinates: (attributes['coords'] ?? '')
        .split(/[\s,]+/)
        .filter((each) => each !== '')
        .map(Number),
      label: attributes['hotspotLabel'] ?? attributes['aria-label'] ?? '',
    };
  });

type Read = { readonly interaction: Interaction; readonly body?: readonly ContentNode[] };

const gapOptions = (element: XmlElement, context: QtiContext): QuestionOption[] =>
  elementsOf(element)
    .filter(({ name }) => name === 'gapText' || name === 'gapImg')
    .map((child) => optionOf(child, readQtiContent(child.children, context)));

const GAP_OPTIONS: ReadonlySet<string> = new Set(['gapText', 'gapImg', 'prompt']);

const readKnown = (element: XmlElement, context: QtiContext): Read | undefined => {
  const { attributes } = element;
  const isShuffled = isTrue(attributes['shuffle']);
  const maximumChoices = integer(attributes['maxChoices'], 1);
  switch (element.name) {
    case 'choiceInteraction':
      return { interaction: { type: 'choice', options: optionsOf(element, 'simpleChoice', context), maximumChoices, isShuffled } };
    case 'inlineChoiceInteraction':
      return { interaction: { type: 'inlineChoice', options: optionsOf(element, 'inlineChoice', context), isShuffled } };
    case 'textEntryInteraction': {
      const length = integer(attributes['expectedLength'], 0);
      return { interaction: { type: 'textEntry', ...(length > 0 && length <= 1000 ? { expectedLength: length } : {}) } };
    }
    case 'extendedTextInteraction': {
      const lines = integer(attributes['expectedLines'], 0);
      return { interaction: { type: 'extendedText', ...(lines > 0 && lines <= 200 ? { expectedLines: lines } : {}) } };
    }
    case 'orderInteraction':
      if (attributes['maxChoices'] !== undefined && maximumChoices > 0) context.findings.add('unsupportedType');
      return { interaction: { type: 'order', options: optionsOf(element, 'simpleChoice', context), isShuffled } };
    case 'matchInteraction': {
      const [sources, targets] = childrenNamed(element, 'simpleMatchSet').map((set) => optionsOf(set, 'simpleAssociableChoice', context));
      return { interaction: { type: 'match', sources: sources ?? [], targets: targets ?? [], isShuffled } };
    }
    case 'gapMatchInteraction': {
      const body = readQtiContent(
        element.children.filter((child) => typeof child === 'string' || !GAP_OPTIONS.has(child.name)),
        context,
      );
      return { interaction: { type: 'gapMatch', options: gapOptions(element, context), gaps: partsOf(body), isShuffled }, body };
    }
    case 'hottextInteraction': {
      const body = readQtiContent(
        element.children.filter((child) => typeof child === 'string' || child.name !== 'prompt'),
        context,
      );
      return { interaction: { type: 'hottext', texts: partsOf(body), maximumChoices }, body };
    }
    case 'hotspotInteraction':
      return {
        interaction: { type: 'hotspot', picture: context.pictureOf(picturesOf(element)), areas: areasOf(element, context), maximumChoices },
      };
    case 'uploadInteraction':
      return { interaction: { type: 'upload' } };
    default:
      return undefined;
  }
};

/** Attributes that change what a reader may answer, and that questions do not have. */
const isRestricted = ({ name, attributes }: XmlElement): boolean =>
  integer(attributes['minChoices'], 0) > 1 ||
  integer(attributes['minStrings'], 0) > 1 ||
  (name === 'extendedTextInteraction' && integer(attributes['maxStrings'], 1) > 1);

const promptOf = (element: XmlElement, context: QtiContext): ContentNode[] => {
  const prompt = childNamed(element, 'prompt');
  if (prompt === undefined || (xmlTextOf(prompt).trim() === '' && elementsOf(prompt).length === 0)) return [];
  const content = readQtiContent(prompt.children, context);
  const isBlock = content.some((node) => typeof node === 'object' && /^(?:p|div|ul|ol|table|pre)$/.test(node.name));
  return isBlock ? content : [{ name: 'p', children: content }];
};

/** Returns the prompt of an interaction and its slot, and adds it to the context. */
export const readInteraction = (element: XmlElement, context: QtiContext): ContentNode[] => {
  const id = element.attributes['responseIdentifier'] ?? '';
  const prompt = promptOf(element, context);
  const read = readKnown(element, context);
  if (read === undefined || isRestricted(element)) context.findings.add('unsupportedType');
  if (read === undefined) return prompt;
  if (Object.hasOwn(context.interactions, id)) context.findings.add('brokenSyntax');
  context.interactions[id] = read.interaction;
  const slot: ContentElement = { name: 'slot', attributes: { interaction: id } };
  return [...prompt, ...(read.body === undefined ? [slot] : withInteraction(read.body, id))];
};
