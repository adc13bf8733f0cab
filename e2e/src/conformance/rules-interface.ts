/** Rules about the interface around the book: title, table of contents, links, notes. */
import type { Page } from 'playwright-core';
import { clickAt, pointOf, untilAtRest, visibleText } from '../reading.ts';
import { decided, type Rule } from './decision.ts';

/** Returns the characters of an element of the page in the order in which they are drawn, from left to right. */
const drawnOrder = (page: Page, selector: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const found: { left: number; letter: string }[] = [];
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = node.textContent ?? '';
        for (let at = 0; at < text.length; at++) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const letter = text.charAt(at);
          if (letter.trim() !== '') found.push({ left: range.getBoundingClientRect().left, letter });
        }
      }
      return found
        .toSorted((a, b) => a.left - b.left)
        .map(({ letter }) => letter)
        .join('');
    });

const attributeIn = (tag: string, name: string): string | undefined => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(tag)?.[1];

/** Draws a text beside the page with a base direction and returns the order of its characters. */
const expectedOrder = async (page: Page, text: string, direction: string): Promise<string> => {
  await page.evaluate(
    ([value, base]) => {
      const sample = document.createElement('div');
      sample.id = 'conformance-sample';
      sample.dir = base ?? '';
      sample.style.cssText = 'position:fixed;inset:auto auto 0 0;width:max-content;font:16px serif';
      sample.textContent = value ?? '';
      document.body.append(sample);
    },
    [text, direction] as const,
  );
  const order = await drawnOrder(page, '#conformance-sample');
  await page.evaluate(() => document.getElementById('conformance-sample')?.remove());
  return order;
};

const TITLE = 'header[aria-label] h1';

/** Base direction of the title: its own `dir`, that of the package, else found from the text. */
const titleDirection: Rule = async ({ test, criteria, open }) => {
  if (!/book title in the reading system interface displays/i.test(criteria) || !open) return undefined;
  const page = await open();
  const titleTag = /<dc:title\b[^>]*>/.exec(test.packageXml)?.[0] ?? '';
  const packageTag = /<package\b[^>]*>/.exec(test.packageXml)?.[0] ?? '';
  const direction = attributeIn(titleTag, 'dir') ?? attributeIn(packageTag, 'dir') ?? 'auto';
  const title = (await page.locator(TITLE).first().textContent()) ?? '';
  const [drawn, expected] = [await drawnOrder(page, TITLE), await expectedOrder(page, title, direction)];
  return decided('DOM', drawn === expected, `drawn from left to right: ${drawn}; expected for ${direction}: ${expected}`);
};

const firstTitle: Rule = async ({ test, criteria, open }) => {
  if (!/title ["“][^"”]+["”] appears before any other/i.test(criteria) || !open) return undefined;
  const wanted = /<dc:title[^>]*>([^<]*)/.exec(test.packageXml)?.[1]?.trim() ?? '';
  const page = await open();
  const title = (await page.locator(TITLE).first().textContent()) ?? '';
  return decided('DOM', title.startsWith(wanted), `the title is “${title}”`);
};

const openContents = async (page: Page): Promise<void> => {
  await page.keyboard.press('t');
  await page.locator('dialog:visible, [role=dialog]:visible, aside:visible, [aria-label=目录]:visible').first().waitFor({ timeout: 5_000 });
};

const contentsLabels: Rule = async ({ test, criteria, open }) => {
  if (!/table of contents? in the reading system contains/i.test(criteria) || !open) return undefined;
  const page = await open();
  const labels = /labels: (.*?) pointing at/i.exec(criteria)?.[1] ?? '';
  await openContents(page);
  const entries = await page.getByRole('button').allTextContents();
  const rows = entries.map((entry) => entry.replace(/\d+%?$/, '').trim()).filter((entry) => entry !== '' && labels.includes(entry));
  const shown = rows.join(' ');
  return decided('DOM', shown === labels && test.texts.length >= rows.length, `entries: ${rows.join(' | ')}`);
};

const contentsWithoutNumbers: Rule = async ({ criteria, open }) => {
  if (!/does not show numbering, disregarding the list-style/i.test(criteria) || !open) return undefined;
  const page = await open();
  await openContents(page);
  const styles = await page
    .getByRole('dialog')
    .or(page.getByRole('complementary'))
    .first()
    .locator('li, [role=treeitem]')
    .evaluateAll((items) => items.map((item) => getComputedStyle(item).listStyleType));
  return decided(
    'DOM',
    styles.every((style) => style === 'none'),
    `list styles of the contents: ${[...new Set(styles)].join(', ') || 'none'}`,
  );
};

const contentsActivation: Rule = async ({ criteria, open }) => {
  if (!/Test passes if the navigation link leads here/i.test(criteria) || !open) return undefined;
  const page = await open();
  await openContents(page);
  await page
    .getByText(/Click to access 2nd content document/i)
    .last()
    .click();
  await untilAtRest(page);
  const text = await visibleText(page);
  return decided('behavior', /leads here/i.test(text), `after the click: ${text.slice(0, 60)}`);
};

const mailConsent: Rule = async ({ criteria, open }) => {
  if (!/asks for the reader's consent before opening the system's email/i.test(criteria) || !open) return undefined;
  const page = await open();
  const point = await pointOf(page, 'a[href^="mailto:"]');
  if (point === undefined) return decided('behavior', false, 'there is no link');
  await clickAt(page, point);
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).first();
  const isAsked = await dialog.waitFor({ timeout: 4_000 }).then(
    () => true,
    () => false,
  );
  const text = isAsked ? ((await dialog.textContent()) ?? '') : '';
  return decided('behavior', isAsked && text.includes('mailto:'), isAsked ? `the dialog says: ${text.slice(0, 60)}` : 'no dialog');
};

/** A link to a note opens a popover on the first page, and none on the second, where the type is on an element that must be ignored. */
const noteOnFirstPageOnly: Rule = async ({ criteria, open }) => {
  if (!/no such footnote on the next page/i.test(criteria) || !open) return undefined;
  const page = await open();
  const popover = page.getByRole('dialog');
  const opens = async (): Promise<boolean> => {
    const point = await pointOf(page, 'a[href]');
    if (point === undefined) return false;
    await clickAt(page, point);
    return popover
      .first()
      .waitFor({ timeout: 2_500 })
      .then(
        () => true,
        () => false,
      );
  };
  const onFirst = await opens();
  await page.keyboard.press('Escape');
  await page.keyboard.press('PageDown');
  await untilAtRest(page);
  const onSecond = await opens();
  return decided('behavior', onFirst && !onSecond, `popover on the first page: ${onFirst}, on the second: ${onSecond}`);
};

export const interfaceRules: readonly Rule[] = [
  titleDirection,
  firstTitle,
  contentsLabels,
  contentsWithoutNumbers,
  contentsActivation,
  mailConsent,
  noteOnFirstPageOnly,
];
