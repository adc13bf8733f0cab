/** Writes the text of a question as the body of a QTI 3 item. Pure. */
import type { ContentElement, ContentNode, Interaction, QuestionKey, QuestionOption, QuestionView, ResponseKey } from '@shufang/contract';
import { type XmlElement, type XmlNode, xmlElement } from '../xml/xml-element.ts';
import { MATHML_NAMESPACE } from './qti-names.ts';
import { isBlockNode, PARAGRAPH_WRAPPER, TEXT_WRAPPER } from './read-qti-content.ts';

export interface QtiWriter {
  readonly view: QuestionView;
  readonly key: QuestionKey;
  /** Returns how the item refers to a picture. */
  readonly hrefOf: (source: string) => string;
}

/** Interactions that are blocks; the others are parts of a line. */
const BLOCK_TYPES: ReadonlySet<Interaction['type']> = new Set(['choice', 'match', 'order', 'hotspot', 'extendedText', 'upload']);
/** Interactions that contain the text with their parts. */
const isAround = (interaction: Interaction | undefined): boolean => interaction?.type === 'gapMatch' || interaction?.type === 'hottext';

const truth = (value: boolean): string => (value ? 'true' : 'false');

const optionElements = (
  name: string,
  options: readonly QuestionOption[],
  writer: QtiWriter,
  more: Record<string, number> = {},
): XmlElement[] =>
  options.map(({ id, content, isFixed }) =>
    xmlElement(name, { identifier: id, fixed: isFixed === true ? 'true' : undefined, ...more }, ...nodesOf(content, writer)),
  );

/** Returns whether an option of a pair is used more than once in the key. */
const isRepeated = (key: ResponseKey | undefined, index: 0 | 1): boolean => {
  const ids =
    key?.rule === 'pairs'
      ? key.correct.map((pair) => pair[index])
      : key?.rule === 'map'
        ? key.entries.map(({ value }) => value.split(' ')[index])
        : [];
  return new Set(ids).size < ids.length;
};

const interactionElement = (id: string, interaction: Interaction, writer: QtiWriter): XmlElement => {
  const own = { 'response-identifier': id };
  const key = writer.key.responses[id];
  switch (interaction.type) {
    case 'choice':
      return xmlElement(
        'qti-choice-interaction',
        { ...own, 'max-choices': interaction.maximumChoices, shuffle: truth(interaction.isShuffled) },
        ...optionElements('qti-simple-choice', interaction.options, writer),
      );
    case 'inlineChoice':
      return xmlElement(
        'qti-inline-choice-interaction',
        { ...own, shuffle: truth(interaction.isShuffled) },
        ...optionElements('qti-inline-choice', interaction.options, writer),
      );
    case 'textEntry':
      return xmlElement('qti-text-entry-interaction', { ...own, 'expected-length': interaction.expectedLength });
    case 'match':
      return xmlElement(
        'qti-match-interaction',
        { ...own, 'max-associations': 0, shuffle: truth(interaction.isShuffled) },
        xmlElement(
          'qti-simple-match-set',
          {},
          ...optionElements('qti-simple-associable-choice', interaction.sources, writer, { 'match-max': isRepeated(key, 0) ? 0 : 1 }),
        ),
        xmlElement(
          'qti-simple-match-set',
          {},
          ...optionElements('qti-simple-associable-choice', interaction.targets, writer, { 'match-max': 0 }),
        ),
      );
    case 'order':
      return xmlElement(
        'qti-order-interaction',
        { ...own, shuffle: truth(interaction.isShuffled) },
        ...optionElements('qti-simple-choice', interaction.options, writer),
      );
    case 'hotspot':
      return xmlElement(
        'qti-hotspot-interaction',
        { ...own, 'max-choices': interaction.maximumChoices },
        xmlElement('img', { src: writer.hrefOf(interaction.picture), alt: '' }),
        ...interaction.areas.map((area) =>
          xmlElement('qti-hotspot-choice', {
            identifier: area.id,
            shape: area.shape,
            coords: area.coordinates.map((each) => Math.max(0, Math.round(each))).join(','),
            'hotspot-label': area.label === '' ? undefined : area.label,
          }),
        ),
      );
    case 'extendedText':
      return xmlElement('qti-extended-text-interaction', { ...own, 'expected-lines': interaction.expectedLines });
    case 'upload':
      return xmlElement('qti-upload-interaction', own);
    case 'gapMatch':
      return xmlElement(
        'qti-gap-match-interaction',
        { ...own, 'max-associations': 0, shuffle: truth(interaction.isShuffled) },
        // Options of gaps have no fixed position in QTI.
        ...optionElements(
          'qti-gap-text',
          interaction.options.map(({ id, content }) => ({ id, content })),
          writer,
          { 'match-max': isRepeated(key, 0) ? 0 : 1 },
        ),
      );
    case 'hottext':
      return xmlElement('qti-hottext-interaction', { ...own, 'max-choices': interaction.maximumChoices });
  }
};

const slotNodes = (node: ContentElement, writer: QtiWriter): XmlNode[] => {
  const id = node.attributes?.interaction ?? '';
  const interaction = writer.view.interactions[id];
  if (interaction === undefined) return [];
  const part = node.attributes?.part ?? '';
  if (interaction.type === 'gapMatch') return [xmlElement('qti-gap', { identifier: part })];
  if (interaction.type === 'hottext') return [xmlElement('qti-hottext', { identifier: part }, ...nodesOf(node.children ?? [], writer))];
  return [interactionElement(id, interaction, writer)];
};

const containsBlockSlot = (nodes: readonly ContentNode[], writer: QtiWriter): boolean =>
  nodes.some((node) => {
    if (typeof node === 'string') return false;
    const interaction = node.name === 'slot' ? writer.view.interactions[node.attributes?.interaction ?? ''] : undefined;
    return (interaction !== undefined && BLOCK_TYPES.has(interaction.type)) || containsBlockSlot(node.children ?? [], writer);
  });

const mathNodes = (node: ContentNode): XmlNode =>
  typeof node === 'string' ? node : xmlElement(node.name, {}, ...(node.children ?? []).map(mathNodes));

const nodesOf = (nodes: readonly ContentNode[], writer: QtiWriter): XmlNode[] =>
  nodes.flatMap((node): XmlNode[] => {
    if (typeof node === 'string') return [node];
    const children = node.children ?? [];
    switch (node.name) {
      case 'slot':
        return slotNodes(node, writer);
      case 'img':
        return [xmlElement('img', { src: writer.hrefOf(node.attributes?.src ?? ''), alt: node.attributes?.alt ?? '' })];
      case 'math':
        return [xmlElement('math', { xmlns: MATHML_NAMESPACE, alttext: node.attributes?.alt }, ...children.map(mathNodes))];
      case 'table':
        return [xmlElement('table', {}, xmlElement('tbody', {}, ...nodesOf(children, writer)))];
      case 'p':
        return containsBlockSlot(children, writer)
          ? [xmlElement('div', { class: PARAGRAPH_WRAPPER }, ...nodesOf(children, writer))]
          : [xmlElement('p', {}, ...nodesOf(children, writer))];
      default:
        return [xmlElement(node.name, {}, ...nodesOf(children, writer))];
    }
  });

const isBlock = (node: ContentNode, writer: QtiWriter): boolean =>
  isBlockNode(node) || (typeof node === 'object' && node.name === 'slot' && containsBlockSlot([node], writer));

/** Returns blocks: a run of text between blocks is wrapped, because a body contains only blocks. */
export const blocksOf = (nodes: readonly ContentNode[], writer: QtiWriter): XmlElement[] => {
  const blocks: XmlElement[] = [];
  let run: ContentNode[] = [];
  const endRun = (): void => {
    if (run.length > 0) blocks.push(xmlElement('div', { class: TEXT_WRAPPER }, ...nodesOf(run, writer)));
    run = [];
  };
  for (const node of nodes) {
    if (isBlock(node, writer)) {
      endRun();
      blocks.push(...nodesOf([node], writer).filter((each) => typeof each !== 'string'));
    } else run.push(node);
  }
  endRun();
  return blocks;
};

/** Returns the interactions around their text that a node contains parts of. */
const aroundIn = (node: ContentNode, writer: QtiWriter): string[] => {
  if (typeof node === 'string') return [];
  const id = node.name === 'slot' ? (node.attributes?.interaction ?? '') : '';
  return [...(isAround(writer.view.interactions[id]) ? [id] : []), ...(node.children ?? []).flatMap((child) => aroundIn(child, writer))];
};

/** Returns the body: each gap match or hot text contains the nodes from its first part to its last. */
export const bodyBlocks = (writer: QtiWriter): XmlElement[] => {
  const { body } = writer.view;
  const blocks: XmlElement[] = [];
  let at = 0;
  while (at < body.length) {
    const [id] = body.slice(at).flatMap((node) => aroundIn(node, writer));
    const interaction = id === undefined ? undefined : writer.view.interactions[id];
    if (id === undefined || interaction === undefined) break;
    const isPart = (node: ContentNode): boolean => aroundIn(node, writer).includes(id);
    const first = body.findIndex((node, index) => index >= at && isPart(node));
    const last = body.findLastIndex(isPart);
    blocks.push(...blocksOf(body.slice(at, first), writer));
    const element = interactionElement(id, interaction, writer);
    blocks.push({ ...element, children: [...element.children, ...blocksOf(body.slice(first, last + 1), writer)] });
    at = last + 1;
  }
  return [...blocks, ...blocksOf(body.slice(at), writer)];
};
