/** What a machine can judge of the screen as it stands: accessibility, and whether anything is wider than the window. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { answered } from './browser.ts';

const RULES: axe.RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  // Was an experiment until axe 4.14, and as such was never asked for; the desk has names that do not begin with what is seen.
  rules: { 'label-content-name-mismatch': { enabled: false } },
  resultTypes: ['violations'],
};

/** Loads the judge into the page as it is loaded now, once. */
const bringAxe = async (page: Page): Promise<void> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
};

/** What is larger than the window. */
export const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.scrollingElement ?? document.documentElement;
    return [
      ...(scrollWidth > innerWidth ? [`${scrollWidth - innerWidth} px wider than the window`] : []),
      // The content scrolls; a window that scrolls too takes the title bar away.
      ...(scrollHeight > innerHeight ? [`${scrollHeight - innerHeight} px taller than the window`] : []),
      // The content does not scroll sideways: of a wider table the last columns are out of reach.
      ...[...document.querySelectorAll('main table')].flatMap((table) => {
        const beyond = Math.round(table.getBoundingClientRect().right - innerWidth);
        return beyond > 0 ? [`a table goes ${beyond} px beyond the window`] : [];
      }),
    ];
  });

/** As sentences, `rule: element why`. Books in their frames are not ours to judge: the judge works in the page alone. */
export const faultsOf = async (page: Page): Promise<string[]> => {
  // What moves in is judged where it comes to rest.
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'));
  await bringAxe(page);
  const judgement = page.evaluate(async (rules) => {
    const judge = (globalThis as unknown as { axe: typeof axe }).axe;
    const { violations } = await judge.run({ exclude: [['iframe']] }, rules);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.slice(0, 200) ?? ''}`),
    );
  }, RULES);
  return [...(await answered(`the faults of ${page.url()}`, judgement)), ...(await overflowOf(page))];
};

/**
 * How the screen is made, without its words: elements with what styles and names them, of like neighbours one. Two screens of one make
 * look alike to the judge. What only refers (an id, an address) is left out. `content` is the page in its `frame`, each made by itself.
 */
export const makeOf = (page: Page): Promise<{ readonly frame: string; readonly content: string }> =>
  page.evaluate(() => {
    const said = new Set(['aria-label', 'alt', 'title', 'placeholder', 'href', 'src', 'srcset', 'value', 'content', 'datetime', 'd']);
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
        .map(({ name, value }) => (said.has(name) ? `${name}${value === '' ? '' : '+'}` : `${name}=${value}`));
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
