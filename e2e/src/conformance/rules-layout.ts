/** Rules about layout: spreads, reflowable and fixed documents, scrolling, rolls. Decided by boxes of the DOM. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { decided, type Rule } from './decision.ts';
import type { Screen, SeenDocument } from './observe-book.ts';

/** Distance in pixels up to which two pages touch. */
const TOUCH_PX = 2;

const middleOf = ({ box }: SeenDocument): number => box.x + box.width / 2;
const sideOf = (document: SeenDocument, { stage }: Screen): 'left' | 'right' | 'center' => {
  const offset = middleOf(document) - stage.width / 2;
  if (Math.abs(offset) <= document.box.width / 8) return 'center';
  return offset < 0 ? 'left' : 'right';
};
const segmentsOf = (screens: readonly Screen[]): number[] => screens.flatMap(({ documents }) => documents.map(({ segment }) => segment));
const screenOf = (screens: readonly Screen[], segment: number): Screen | undefined =>
  screens.find(({ documents }) => documents.some((document) => document.segment === segment));
const isConsecutive = (screens: readonly Screen[], count: number): boolean => {
  const order = segmentsOf(screens).filter((segment, index, all) => segment !== all[index - 1]);
  return order.length === count && order.every((segment, index) => segment === index);
};

/** “This page is displayed on the left side” and similar sentences on each page of a spread. */
const spreadSides: Rule = ({ test, seen }) => {
  if (!seen) return undefined;
  const wanted = new Map<number, 'left' | 'right'>();
  for (const [index, text] of test.texts.entries()) {
    const own = /this page is displayed on the (left|right) side/i.exec(text)?.[1];
    const next = /(?:next|following) page is (?:displayed )?on the (left|right) side/i.exec(text)?.[1];
    if (own) wanted.set(index, own as 'left');
    if (next) wanted.set(index + 1, next as 'left');
  }
  if (wanted.size === 0) return undefined;
  const found = Array.from(wanted, ([segment, side]) => {
    const screen = screenOf(seen.screens, segment);
    const document = screen?.documents.find((each) => each.segment === segment);
    return { segment, side, is: screen && document ? sideOf(document, screen) : 'missing' };
  });
  const together = /displayed as a synthetic spread|side of (?:a|the) synthetic spread, and the following page/i.test(test.texts.join(' '));
  const isTogether = !together || found.every(({ segment }) => (screenOf(seen.screens, segment)?.documents.length ?? 0) === 2);
  return decided(
    'DOM',
    isTogether && found.every(({ side, is }) => side === is),
    found.map(({ segment, side, is }) => `page ${segment + 1}: ${is}, expected ${side}`).join('; '),
  );
};

const centered: Rule = ({ test, seen }) => {
  if (!seen || !/page-spread-center|displayed (?:alone|centered|in the center)/i.test(test.description)) return undefined;
  const index = test.texts.findIndex((text) => /this page is (?:displayed )?(?:alone|centered|in the center)/i.test(text));
  const screen = screenOf(seen.screens, index);
  const document = screen?.documents[0];
  if (index < 0 || !screen || !document) return undefined;
  return decided(
    'DOM',
    screen.documents.length === 1 && sideOf(document, screen) === 'center',
    `page ${index + 1} is ${sideOf(document, screen)}`,
  );
};

const noSpread: Rule = ({ criteria, seen }) => {
  if (
    !seen ||
    !/(?:on its own|must not appear|not) in (?:a )?synthetic spread|displayed on its own, not in a synthetic spread/i.test(criteria)
  )
    return undefined;
  const most = Math.max(...seen.screens.map(({ documents }) => documents.length));
  return decided('DOM', most === 1, `at most ${most} page(s) on a screen`);
};

const spreadInEveryOrientation: Rule = ({ criteria, seen }) => {
  if (!seen || !/in synthetic spreads?,? regardless of the reading system orientation/i.test(criteria)) return undefined;
  const isSpread = (screens: readonly Screen[]): boolean => screens.some(({ documents }) => documents.length === 2);
  return decided(
    'DOM',
    isSpread(seen.screens) && isSpread(seen.portrait),
    `spreads in landscape: ${isSpread(seen.screens)}, in portrait: ${isSpread(seen.portrait)}`,
  );
};

const consecutiveSpreads: Rule = ({ test, criteria, seen }) => {
  if (!seen || !/pages appear consecutively, in spreads, with no blank pages/i.test(criteria)) return undefined;
  const pairs = seen.screens.filter(({ documents }) => documents.length === 2);
  const gaps = pairs.map(({ documents: [left, right] }) => Math.abs((right?.box.x ?? 0) - (left?.box.x ?? 0) - (left?.box.width ?? 0)));
  const isClosed = gaps.every((gap) => gap <= TOUCH_PX);
  return decided(
    'DOM',
    pairs.length > 0 && isClosed && isConsecutive(seen.screens, test.texts.length),
    `${pairs.length} spread(s), widest gap ${Math.max(0, ...gaps)} px`,
  );
};

/** Reflowable and fixed documents in one book. */
const mixedLayouts: Rule = ({ test, criteria, seen }) => {
  if (!seen) return undefined;
  const wanted = new Map<number, SeenDocument['layout']>();
  const note = (index: number, layout: SeenDocument['layout']): unknown => index >= 0 && wanted.set(index, layout);
  const at = (pattern: RegExp): number => test.texts.findIndex((text) => pattern.test(text));
  if (/second page is displayed as a pre-paginated/i.test(criteria))
    for (const [index, layout] of (['reflowable', 'fixed', 'reflowable'] as const).entries()) note(index, layout);
  const next = at(/next page is displayed as a regular, reflowable/i);
  if (next >= 0) {
    note(next, 'fixed');
    note(next + 1, 'reflowable');
  }
  if (/override.*reflowable/i.test(test.description) && wanted.size === 0 && test.texts.length === 2) {
    note(0, 'fixed');
    note(1, 'reflowable');
  }
  note(at(/this page renders as a reflowable document/i), 'reflowable');
  if (wanted.size === 0) return undefined;
  const found = Array.from(wanted, ([segment, layout]) => ({
    segment,
    layout,
    is: screenOf(seen.screens, segment)?.documents.find((each) => each.segment === segment)?.layout ?? 'missing',
  }));
  const isRight = found.every(({ layout, is }) => layout === is);
  const onLeft = /reflowable document on the left side of a synthetic spread/i.test(criteria);
  if (!isRight || !onLeft) return decided('DOM', isRight, found.map(({ segment, is }) => `page ${segment + 1}: ${is}`).join('; '));
  const reflowable = found[0]?.segment ?? 0;
  const screens = seen.screens.filter(({ documents }) => documents.some(({ segment }) => segment === reflowable));
  const last = screens.at(-1);
  const isLeft = screens[0]?.documents.some((each) => each.segment === reflowable && each.text !== '') === true;
  const followed =
    last !== undefined && seen.screens[seen.screens.indexOf(last) + 1]?.documents.some(({ segment }) => segment === reflowable + 1);
  const together = last?.documents.some(({ segment }) => segment === reflowable + 1) === true;
  return decided(
    'DOM',
    isLeft && (followed === true || together),
    `reflowable at the left: ${isLeft}; the next page follows at once: ${followed === true || together}`,
  );
};

const continuousScroll: Rule = ({ criteria, seen }) => {
  if (!seen || !/presented as one continuous scroll/i.test(criteria)) return undefined;
  const isScrolled = seen.screens.every(({ view }) => view === 'scroll');
  const isJoined = seen.screens.some(({ documents }) => documents.length > 1);
  return decided('DOM', isScrolled && isJoined, `view: ${seen.screens[0]?.view}; two documents on one screen: ${isJoined}`);
};

const paginated: Rule = ({ test, criteria, seen }) => {
  if (!seen || !/rendition:flow/i.test(`${test.description} ${criteria}`) || !/paginated/i.test(test.id)) return undefined;
  return decided(
    'DOM',
    seen.screens.every(({ view }) => view === 'paged'),
    `view: ${seen.screens[0]?.view}`,
  );
};

const roll: Rule = ({ test, seen }) => {
  if (!seen || !/<meta[^>]*property="rendition:layout"[^>]*>\s*roll/.test(test.packageXml)) return undefined;
  const isScrolled = seen.screens.every(({ view }) => view === 'scroll');
  const joined = seen.screens.filter(({ documents }) => documents.length > 1);
  const gaps = joined.map(({ documents: [first, second] }) =>
    Math.abs((second?.box.y ?? 0) - (first?.box.y ?? 0) - (first?.box.height ?? 0)),
  );
  const isFixed = seen.screens.every(({ documents }) => documents.every(({ layout }) => layout === 'fixed'));
  const isWhole = new Set(segmentsOf(seen.screens)).size === test.texts.length;
  const areDrawn = seen.screens.every(({ documents }) => documents.every(({ brokenPictures }) => brokenPictures === 0));
  return decided(
    'DOM',
    isScrolled && isFixed && isWhole && areDrawn && joined.length > 0 && gaps.every((gap) => gap <= TOUCH_PX),
    `view: ${seen.screens[0]?.view}; ${new Set(segmentsOf(seen.screens)).size} of ${test.texts.length} documents; widest gap ${Math.max(0, ...gaps)} px`,
  );
};

/** Books of pictures only: each document is shown once, fixed, with its picture drawn. */
const picturePages: Rule = ({ test, seen }) => {
  if (!seen || !/Pre-paginated publication with/i.test(test.description)) return undefined;
  const all = seen.screens.flatMap(({ documents }) => documents);
  const isDrawn = all.every(({ pictures, brokenPictures, layout }) => pictures > 0 && brokenPictures === 0 && layout === 'fixed');
  return decided(
    'DOM',
    isDrawn && isConsecutive(seen.screens, test.texts.length),
    `${all.length} page(s), ${all.filter(({ pictures }) => pictures > 0).length} with a picture`,
  );
};

const leftToRight: Rule = ({ test, criteria, seen }) => {
  const direction = /document paginates (left-to-right|right-to-left)/i.exec(criteria)?.[1];
  if (!seen || direction === undefined || !seen.screens.some(({ documents }) => documents.some(({ layout }) => layout === 'fixed')))
    return undefined;
  const pairs = seen.screens.filter(({ documents }) => documents.length === 2);
  const sign = direction.startsWith('left') ? 1 : -1;
  const isOrdered = pairs.every(({ documents: [first, second] }) => first && second && (middleOf(second) - middleOf(first)) * sign > 0);
  return decided(
    'DOM',
    pairs.length > 0 && isOrdered && new Set(segmentsOf(seen.screens)).size === test.texts.length,
    `${pairs.length} spread(s) in the stated direction`,
  );
};

/** Share of pixels that differ between the pictures of two documents. */
const differenceOf = async (folder: string, first: [Screen, SeenDocument], second: [Screen, SeenDocument]): Promise<number> => {
  const raw = async ([screen, { box }]: [Screen, SeenDocument]): Promise<Buffer> =>
    sharp(await readFile(path.join(folder, screen.picture)))
      .extract({
        left: Math.round(box.x + screen.origin.x) + 2,
        top: Math.round(box.y + screen.origin.y) + 2,
        width: Math.floor(box.width) - 4,
        height: Math.floor(box.height) - 4,
      })
      .resize(256, 256, { fit: 'fill' })
      .greyscale()
      .raw()
      .toBuffer();
  const [a, b] = [await raw(first), await raw(second)];
  let different = 0;
  for (const [index, value] of a.entries()) if (Math.abs(value - (b[index] ?? 0)) > 40) different++;
  return different / a.length;
};

export const samePages =
  (folder: string): Rule =>
  async ({ criteria, seen }) => {
    if (!seen || !/(?:first and the second pages|following page should|previous page should) look exactly the same/i.test(criteria))
      return undefined;
    const find = (segment: number): [Screen, SeenDocument] | undefined => {
      const screen = screenOf(seen.screens, segment);
      const document = screen?.documents.find((each) => each.segment === segment);
      return screen && document && [screen, document];
    };
    const [first, second] = [find(0), find(1)];
    if (!first || !second) return decided('DOM', false, 'there are no two pages');
    const isSameSize = first[1].size.width === second[1].size.width && first[1].size.height === second[1].size.height;
    const difference = await differenceOf(folder, first, second);
    // The sentences on both pages name each other, so a few characters differ.
    return decided(
      'DOM',
      isSameSize && difference < 0.02,
      `sizes equal: ${isSameSize}; ${(difference * 100).toFixed(2)} % of the pixels differ`,
    );
  };

/** All pages have one size and one scale, and two fingers zoom the page. */
const sameViewport: Rule = async ({ criteria, seen, open }) => {
  if (!seen || !open || !/render with the same viewport size and scale/i.test(criteria)) return undefined;
  const sizes = new Set(
    seen.screens.flatMap(({ documents }) => documents.map(({ size, box }) => `${size.width}x${size.height} ${Math.round(box.width)}`)),
  );
  const page = await open();
  const session = await page.context().newCDPSession(page);
  await session.send('Input.synthesizePinchGesture', { x: 640, y: 400, scaleFactor: 2 });
  const scale = await page.evaluate(() => visualViewport?.scale ?? 1);
  await session.detach();
  return decided(
    'behavior',
    sizes.size === 1 && scale > 1.2,
    `sizes: ${[...sizes].join(', ')}; after a pinch the scale is ${scale.toFixed(2)}`,
  );
};

export const layoutRules: readonly Rule[] = [
  sameViewport,
  roll,
  picturePages,
  continuousScroll,
  paginated,
  noSpread,
  spreadInEveryOrientation,
  consecutiveSpreads,
  mixedLayouts,
  centered,
  spreadSides,
  leftToRight,
];
