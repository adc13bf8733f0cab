/** Buttons in the text that open practice questions. They contain no text, so that positions in the text of the book do not change. */
import { isPractice, solutionOf } from './read-practice.ts';

const BUTTON_ATTRIBUTE = 'data-sf-practice';

/**
 * Adds a button to each practice question of a document, before its answer. The button has no text node, and `data-repeat` excludes it from
 * the text index and from CFIs. Call before the layout.
 */
export const addPracticeButtons = (doc: Document, label: string): void => {
  for (const element of doc.querySelectorAll('[data-epub-type]')) {
    const solution = isPractice(element) ? solutionOf(element) : undefined;
    if (solution === undefined) continue;
    const button = doc.createElementNS('http://www.w3.org/1999/xhtml', 'button');
    button.setAttribute('type', 'button');
    button.setAttribute(BUTTON_ATTRIBUTE, label);
    button.setAttribute('data-repeat', '');
    button.setAttribute('aria-label', label);
    button.setAttribute('aria-haspopup', 'dialog');
    solution.before(button);
  }
};

/** Returns the button at an event's target that opens a practice question. */
export const practiceButtonAt = (target: Element | undefined): HTMLElement | undefined =>
  target?.closest<HTMLElement>(`button[${BUTTON_ATTRIBUTE}]`) ?? undefined;

/** Returns the practice question that a button belongs to. */
export const practiceOf = (button: Element): Element | undefined => {
  for (let at = button.parentElement; at; at = at.parentElement) if (isPractice(at)) return at;
  return undefined;
};
