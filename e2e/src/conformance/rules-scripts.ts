/** Rules about tests with scripts, which run with approval by two people and the consent of the reader. */
import { readFrames } from './approve-scripts.ts';
import { decided, type Rule } from './decision.ts';

const APART = 'the page does not offer to run the scripts';

/** Returns the text between two labels; the last one ends at the end. */
const after = (text: string, label: string, next?: string): string => {
  const start = text.indexOf(label);
  if (start < 0) return '';
  const end = next === undefined ? -1 : text.indexOf(next, start);
  return text.slice(start + label.length, end < 0 ? undefined : end).trim();
};

/** Documents of the reading order whose displayed origins must be the same. */
const sharedOrigin: Rule = async ({ test, criteria, approved }) => {
  if (!approved || !/value below and the corresponding value in the adjacent page are identical/i.test(criteria)) return undefined;
  const origins: string[] = [];
  for (const document of test.scripted) {
    const { shown } = await approved.run(document);
    origins.push(after(shown?.text ?? '', 'Origin URL:').split(' ')[0] ?? '');
  }
  const isShared = origins.length > 1 && origins.every((origin) => origin !== '' && origin === origins[0]);
  return decided('behavior', isShared, `origins of the documents: ${origins.join(', ')}`);
};

/** Each feature must be answered with true or false. */
const features: Rule = async ({ criteria, approved }) => {
  if (!approved || !/If all entries are true or false\s*, the test passes/i.test(criteria)) return undefined;
  const { shown } = await approved.run();
  const text = shown?.text ?? APART;
  const entries = Array.from(text.matchAll(/([a-z]+(?:-[a-z]+)+)\s*:\s*(\w+)/g), ([, name, value]) => `${name} ${value}`);
  const isStated = entries.length >= 6 && entries.every((entry) => / (?:true|false)$/.test(entry));
  return decided('behavior', isStated, entries.join(', ') || text);
};

/** The root that the script computes must be the root of the container, and the address must be in it. */
const computedAddress: Rule = async ({ criteria, approved }) => {
  if (!approved || !/calculated (?:absolute )?URL value is of the form/i.test(criteria)) return undefined;
  const { shown } = await approved.run();
  const text = shown?.text ?? APART;
  const [label = ''] = /Calculated (?:absolute )?URL:/i.exec(text) ?? [];
  const root = after(text, 'Container Root URL:', 'Test URL:').replace(/\/$/, '');
  const form = /\{Container Root URL\}\/*([^"]*)"/.exec(text)?.[1] ?? '';
  const found = after(text, label).split(' ')[0] ?? '';
  const isInRoot = form !== '' && found === `${root}/${form}`;
  const where = isInRoot ? 'in the root of the container' : 'outside of the root of the container, which is a folder of its host';
  return decided('behavior', isInRoot, `computed: ${found.replace(/^https?:\/\/[^/]*/, '')}, ${where}`);
};

/** What a script stores is there after the book was opened again, and the reader can delete it. */
const deletableStorage: Rule = async ({ criteria, approved }) => {
  if (!approved || !/users should be able to delete it/i.test(criteria)) return undefined;
  const { page, shown } = await approved.run();
  const second = await approved.run(undefined, page);
  if (!/Persistent data is supported/i.test(second.shown?.text ?? ''))
    return decided(
      'behavior',
      shown !== undefined && second.shown !== undefined,
      'what a script stores is not there after a second opening',
    );
  await page.getByRole('button', { name: '清除它保存的数据' }).click();
  await page.getByRole('button', { name: '清除它保存的数据' }).waitFor();
  const { text } = await readFrames(page);
  return decided(
    'behavior',
    /persistent data is not supported/i.test(text),
    'stored, there after a second opening, and gone after 清除它保存的数据',
  );
};

const stated: Rule = async ({ criteria, approved }) => {
  if (!approved || !/test (?:passes|fails)/i.test(criteria) || /scrolled-continuous/.test(criteria)) return undefined;
  const { shown } = await approved.run();
  if (shown === undefined) return decided('behavior', false, APART);
  const hasFailed = /\bTest fails\./.test(shown.text);
  // Only a statement without a condition decides.
  if (!hasFailed && !/\bTest passes\./.test(shown.text)) return undefined;
  return decided('behavior', !hasFailed, `the document says: ${shown.text}`);
};

/** The view must be one scroll through all documents, also where the scripts of one of them run. */
const continuousWithScripts: Rule = async ({ criteria, approved, seen }) => {
  if (!approved || !/scrolled-continuous/.test(criteria) || !seen) return undefined;
  const { page, shown } = await approved.run();
  const view = seen.screens[0]?.view ?? '';
  const isOver = (await page.locator('iframe[sandbox="allow-scripts"]').count()) > 0;
  const isContinuous = view === 'scroll' && !isOver;
  return decided(
    'behavior',
    isContinuous,
    `view: ${view}; the scripts ${shown === undefined ? 'are not offered' : `run ${isOver ? 'in a frame over the scroll' : 'in the scroll'}`}`,
  );
};

export const scriptRules: readonly Rule[] = [sharedOrigin, features, computedAddress, deletableStorage, continuousWithScripts, stated];
