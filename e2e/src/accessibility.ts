/** Automatic checks of the visible page: accessibility, including the book in its frames, and overflow of the window. */
import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { withTimeout } from './browser.ts';

const CRITERIA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/**
 * Returns the options of axe: every rule with these tags runs. A result that axe cannot decide counts as a finding, except the reasons in
 * `COVERED`.
 */
const rulesOf = (tags: readonly string[]): axe.RunOptions => ({
  runOnly: { type: 'tag', values: [...tags] },
  resultTypes: ['violations', 'incomplete'],
  elementRef: true,
});
const OF_PAGES = rulesOf([...CRITERIA, 'best-practice']);
/** Options of axe for the documents of a book. A document is part of a page, so it has no landmarks and main heading of its own. */
const OF_DOCUMENTS = rulesOf(CRITERIA);

/**
 * Reasons for which axe leaves contrast undecided and which we accept: text that something covers, wholly or in part (a sticky bar, a
 * toast, an open dialog), because it is checked where it is visible; a generated cover, whose joint is a pseudo element
 * (`cover-style.test.ts` checks every coloring); a symbol or a single letter, because the text around it is checked. The text of a chart lies
 * on its drawing, which axe takes for a picture; `chart-colors.test.ts` checks its colors. Every other undecided result is a finding.
 */
const COVERED = ['bgOverlap', 'elmPartiallyObscured', 'elmPartiallyObscuring', 'pseudoContent', 'nonBmp', 'shortTextContent'];
/**
 * Accepted reasons in a book, where text may overlap a picture: the picture book of the demo library has a light background behind its
 * text.
 */
const COVERED_OR_ON_PICTURE = [...COVERED, 'imgNode'];

/** Loads axe into the page or frame, once per load. */
const bringAxe = async (where: Frame): Promise<void> => {
  if (!(await where.evaluate(() => 'axe' in globalThis))) await where.evaluate(axe.source);
};

/** Returns the findings of one document without its frames, as `rule: element reason`. */
const judge = async (where: Frame, rules: axe.RunOptions, decided: readonly string[] = COVERED): Promise<string[]> => {
  await bringAxe(where);
  const judgment = where.evaluate(
    async ({ options, known }) => {
      const { axe: judging } = globalThis as unknown as { axe: typeof axe };
      const { violations, incomplete } = await judging.run({ exclude: [['iframe']] }, options);
      // Returns whether a finding is about the `aria-label` of a page break, which is its name, as EPUB Accessibility requires. For this rule
      // axe-core ignores the roles of DPUB-ARIA.
      const isNamedPageBreak = (rule: string, { html, none }: axe.NodeResult): boolean =>
        rule === 'aria-prohibited-attr' &&
        /^<[^>]*\srole="doc-pagebreak"/.test(html) &&
        none.every(({ data }) => String((data as { prohibited?: unknown } | null)?.prohibited) === 'aria-label');
      const isDecided = (rule: string, { any, element }: axe.NodeResult): boolean =>
        rule === 'color-contrast' &&
        any.every(({ data }) => {
          const reason = String((data as { messageKey?: unknown } | null)?.messageKey);
          return known.includes(reason) || (reason === 'imgNode' && Boolean(element?.closest('.recharts-wrapper')));
        });
      const sentence = (id: string, { html, any, all, none }: axe.NodeResult): string =>
        `${id}: ${html.slice(0, 160)} ${[...any, ...all, ...none]
          .map(({ message }) => message)
          .join('; ')
          .slice(0, 200)}`;
      return [
        ...violations.flatMap(({ id, nodes }) => nodes.flatMap((node) => (isNamedPageBreak(id, node) ? [] : [sentence(id, node)]))),
        ...incomplete.flatMap(({ id, nodes }) => nodes.flatMap((node) => (isDecided(id, node) ? [] : [`undecided ${sentence(id, node)}`]))),
      ];
    },
    { options: rules, known: decided },
  );
  return withTimeout(`the findings of ${where.url()}`, judgment);
};

/** Returns a finding for each element that exceeds the window. */
export const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.scrollingElement ?? document.documentElement;
    return [
      ...(scrollWidth > innerWidth ? [`${scrollWidth - innerWidth} px wider than the window`] : []),
      // The content area scrolls. If the window also scrolled, the title bar would move out of view.
      ...(scrollHeight > innerHeight ? [`${scrollHeight - innerHeight} px taller than the window`] : []),
      // The content area does not scroll horizontally, so the last columns of a wider table could not be reached.
      ...[...document.querySelectorAll('main table')].flatMap((table) => {
        // A frame that scrolls shows the last columns.
        let frame = table.parentElement;
        while (frame !== null && !['auto', 'scroll'].includes(getComputedStyle(frame).overflowX)) frame = frame.parentElement;
        const shown = frame !== null && frame.closest('main') !== null && frame.id !== 'content' ? frame : table;
        const beyond = Math.round(shown.getBoundingClientRect().right - innerWidth);
        return beyond > 0 ? [`a table goes ${beyond} px beyond the window`] : [];
      }),
    ];
  });

const isEngine = (frame: Frame): boolean => frame.url().includes('/~engine/');

/**
 * Returns the findings of the page and of the reading engine's page in it. For the documents of a book, see
 * `accessibilityProblemsOfDocuments`.
 */
export const accessibilityProblemsOf = async (page: Page): Promise<string[]> => {
  // The check waits for animations to end, so that moving elements are checked at their final position.
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'));
  const problems = await judge(page.mainFrame(), OF_PAGES);
  for (const frame of page.frames().filter(isEngine)) problems.push(...(await judge(frame, OF_DOCUMENTS)));
  return [...problems, ...(await overflowOf(page))];
};

interface ShownDocument {
  readonly address: string;
  readonly markup: string;
  readonly width: number;
  readonly height: number;
}

/** Returns the documents of a book as displayed in the engine's page, with the engine's styles. */
const shownDocuments = (engine: Frame): Promise<ShownDocument[]> =>
  engine.evaluate(() =>
    [...document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')].flatMap((iframe) => {
      const shown = iframe.contentDocument;
      if (shown === null || iframe.style.visibility === 'hidden') return [];
      const root = shown.documentElement.cloneNode(true) as Element;
      const style = document.createElementNS('http://www.w3.org/1999/xhtml', 'style');
      style.textContent = shown.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText)).join('\n');
      root.querySelector('head')?.append(style);
      const { width, height } = iframe.getBoundingClientRect();
      return [{ address: shown.URL, markup: new XMLSerializer().serializeToString(root), width, height }];
    }),
  );

/**
 * Returns the findings in the book's documents that are on the screen. Their frames run no script, so axe cannot run there: each document
 * is opened at its own URL in a second page, as it was shown. Only for our own books: other publishers are responsible for theirs.
 */
export const accessibilityProblemsOfDocuments = async (page: Page): Promise<string[]> => {
  const problems: string[] = [];
  for (const engine of page.frames().filter(isEngine)) {
    for (const { address, markup, width, height } of await shownDocuments(engine)) {
      const beside = await page.context().newPage();
      await beside.setViewportSize({ width: Math.round(width), height: Math.round(height) });
      await beside.route(address, (route) => route.fulfill({ contentType: 'application/xhtml+xml; charset=utf-8', body: markup }));
      await beside.goto(address);
      problems.push(...(await judge(beside.mainFrame(), OF_DOCUMENTS, COVERED_OR_ON_PICTURE)));
      await beside.close();
    }
  }
  return problems;
};

/**
 * Returns the structure of the screen without its text: the elements with the attributes that style and name them, and only one of similar
 * siblings. Axe has the same findings in two screens of the same structure. References (ids, URLs) are left out. `content` is the page
 * within its `frame`; each has its own structure.
 */
export const makeOf = (page: Page): Promise<{ readonly frame: string; readonly content: string }> =>
  page.evaluate(() => {
    const textAttributes = new Set([
      'aria-label',
      'alt',
      'title',
      'placeholder',
      'href',
      'src',
      'srcset',
      'value',
      'content',
      'datetime',
      'd',
    ]);
    const refers = new Set([
      'id',
      'for',
      'name',
      'aria-labelledby',
      'aria-describedby',
      'aria-controls',
      'aria-owns',
      'aria-activedescendant',
    ]);
    const makeOfElement = (element: Element, without: Element | null = null): string => {
      if (element === without) return 'content';
      const attributes = [...element.attributes]
        .filter(({ name }) => !refers.has(name))
        .map(({ name, value }) => (textAttributes.has(name) ? `${name}${value === '' ? '' : '+'}` : `${name}=${value}`));
      const parts: string[] = [];
      for (const node of element.childNodes) {
        const part =
          node instanceof Element ? makeOfElement(node, without) : node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() ? 'text' : '';
        if (part !== '' && part !== parts.at(-1)) parts.push(part);
      }
      return `${element.localName}[${attributes.toSorted().join(' ')}](${parts.join()})`;
    };
    const content = document.querySelector('main');
    return { frame: makeOfElement(document.body, content), content: content === null ? '' : makeOfElement(content) };
  });
