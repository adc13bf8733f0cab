/**
 * Reads a practice question from the markup of a book, by the types of the EPUB Structural Semantics Vocabulary (docs/reading-engine.md).
 * Only texts leave the frame.
 */
import type { ContentElement, ContentNode, PracticeItem } from '@shufang/contract';
import { notationsOf } from '../locator/formula-notation.ts';
import { epubTypes } from '../publication/epub-types.ts';

const PROBLEMS: readonly (readonly [type: string, problem: PracticeItem['problem']])[] = [
  ['multiple-choice-problem', 'multipleChoice'],
  ['true-false-problem', 'trueFalse'],
  ['fill-in-the-blank-problem', 'blank'],
  ['general-problem', 'general'],
  ['practice', 'general'],
];

const OPTIONS_MAX = 26;

/** Returns whether an element is a practice question: by its type, and because it has an id and an answer. */
export const isPractice = (element: Element): boolean =>
  element.id !== '' && problemOf(element) !== undefined && answerOf(element) !== undefined;

const problemOf = (element: Element): PracticeItem['problem'] | undefined => {
  const types = epubTypes(element);
  return PROBLEMS.find(([type]) => types.includes(type))?.[1];
};

const answerOf = (element: Element): Element | undefined =>
  [...element.querySelectorAll('[data-epub-type]')].find((each) => epubTypes(each).includes('answer'));

/** Returns the part of a question that a reader opens to see the answer, or the answer itself; undefined if it has none. */
export const solutionOf = (element: Element): Element | undefined => {
  const answer = answerOf(element);
  const details = answer?.closest('details') ?? null;
  return details !== null && element.contains(details) && details !== element ? details : answer;
};

const CONTENT_NAMES: ReadonlySet<string> = new Set<ContentElement['name']>([
  'p',
  'div',
  'strong',
  'em',
  'code',
  'pre',
  'sub',
  'sup',
  'br',
  'ul',
  'ol',
  'li',
  'table',
  'tr',
  'th',
  'td',
]);
const RENAMED: Readonly<Record<string, ContentElement['name']>> = { b: 'strong', i: 'em', section: 'div', samp: 'code', kbd: 'code' };
const SKIPPED: ReadonlySet<string> = new Set(['rt', 'rp', 'script', 'style', 'template', 'summary', 'button', 'audio', 'video', 'svg']);

const textOf = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim();

/** Returns whether an element contains nothing but one link, such as a reference to the answers at the end of the book. */
const isOnlyLink = (element: Element): boolean => {
  const link = element.querySelector('a[href]');
  return link !== null && textOf(element) !== '' && textOf(link) === textOf(element);
};

const isWhitespace = (node: ContentNode): boolean => typeof node === 'string' && node.trim() === '';

const contentOf = (node: Node, isIn: (element: Element) => boolean, keepsSpace = false): readonly ContentNode[] => {
  if (node.nodeType === 3) {
    const text = (node as Text).data;
    return [keepsSpace ? text : text.replace(/\s+/g, ' ')];
  }
  if (node.nodeType !== 1) return [];
  const element = node as Element;
  const name = element.localName;
  if (SKIPPED.has(name) || !isIn(element)) return [];
  if (name === 'math') return [notationsOf(element).unicode];
  if (name === 'img') return [{ name: 'img', attributes: { alt: element.getAttribute('alt') ?? '' } }];
  if (name !== 'a' && isOnlyLink(element)) return [];
  const children = [...element.childNodes].flatMap((child) => contentOf(child, isIn, keepsSpace || name === 'pre'));
  const contentName = CONTENT_NAMES.has(name) ? (name as ContentElement['name']) : RENAMED[name];
  return contentName === undefined ? children : [{ name: contentName, children }];
};

const contentOfAll = (nodes: Iterable<Node>, isIn: (element: Element) => boolean = () => true): ContentNode[] => {
  const content = [...nodes].flatMap((node) => contentOf(node, isIn));
  const first = content.findIndex((node) => !isWhitespace(node));
  return first === -1 ? [] : content.slice(first, content.findLastIndex((node) => !isWhitespace(node)) + 1);
};

/** Returns the list of the options: the last list of the question. */
const optionListOf = (element: Element, problem: PracticeItem['problem'], solution: Element): Element | undefined =>
  problem === 'multipleChoice' ? [...element.querySelectorAll('ol, ul')].findLast((list) => !solution.contains(list)) : undefined;

/** Returns the practice question of an element for which `isPractice` holds. `href`: its document. */
export const readPractice = (element: Element, href: string): PracticeItem | undefined => {
  const [problem, answer] = [problemOf(element), answerOf(element)];
  if (problem === undefined || answer === undefined) return undefined;
  const solution = solutionOf(element) ?? answer;
  const list = optionListOf(element, problem, solution);
  return {
    id: element.id,
    href,
    problem,
    question: contentOfAll(element.childNodes, (each) => each !== solution && each !== list),
    options: [...(list?.children ?? [])].slice(0, OPTIONS_MAX).map((option) => contentOfAll(option.childNodes)),
    answer: contentOfAll(answer.childNodes),
    explanation: solution === answer ? [] : contentOfAll(solution.childNodes, (each) => each !== answer),
  };
};
