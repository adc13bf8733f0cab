/** Rules about what a test shows: texts, pictures, sound, fonts, scripts. */
import { findEngineFrame } from '@shufang/reading-engine/testing';
import { decided, type Rule } from './decision.ts';
import { plainText } from './read-test.ts';

const shownText = (seen: Parameters<Rule>[0]): string =>
  (seen.seen?.screens ?? []).flatMap((screen) => screen.documents.map(({ text }) => text)).join(' ');

const refusedFile: Rule = ({ test, job }) => {
  if (job.stage === 'done') return undefined;
  const isExpected =
    /as in error|may raise an error|must return an error|must (?:not|reject)/i.test(test.description) || !test.packageXml.includes('<');
  return decided('import', isExpected, `refused: ${job.detail}`);
};

const reportedError: Rule = ({ criteria, job }) => {
  if (!/EPUBCheck must return an error|passes if EPUBCheck returns an error/i.test(criteria)) return undefined;
  const error = job.findings.find((finding) => finding.severity === 'error');
  return decided('import', error !== undefined, error ? `the import reports ${error.code}` : 'the import reports no error');
};

const missingScripts: Rule = (seen) => {
  if (seen.approved) return undefined;
  const text = shownText(seen);
  if (!/does not support scripting/i.test(text)) return undefined;
  if (/hence this test succeeds/i.test(text)) return decided('DOM', true, 'the test says that it succeeds without scripts');
  if (/not relevant|marked as .?null/i.test(text)) return decided('DOM', null, 'the test says that it does not apply without scripts');
  return decided('DOM', false, 'the package does not mark the document as scripted, so no script is offered for approval');
};

const forbiddenText: Rule = (seen) => {
  const forbidden =
    seen.test.packageXml !== '' && /Test fails if you can see|invalid navigation document is not included/i.test(seen.criteria);
  if (!forbidden) return undefined;
  const isShown = /Test fails if you can see/i.test(shownText(seen));
  return decided('DOM', !isShown, isShown ? 'a page is shown that must not be shown' : 'no page shows what must not be shown');
};

const onlyPage: Rule = (seen) => {
  if (!/only this page of the book is accessible/i.test(seen.criteria)) return undefined;
  const segments = new Set(seen.seen?.screens.flatMap(({ documents }) => documents.map(({ segment }) => segment)));
  return decided('DOM', segments.size === 1, `${segments.size} document(s) in the reading order`);
};

const opened: Rule = (seen) => {
  const pattern = /test passes if (?:the EPUB opens|this page opens|you see this(?: text)?|you can see this)/i;
  const isShown = pattern.test(shownText(seen));
  if (!isShown && !pattern.test(seen.criteria)) return undefined;
  return decided('DOM', isShown, isShown ? 'the text is on the screen' : 'the text is not on the screen');
};

const picture: Rule = (seen) => {
  if (!/passes if (?:you can see an image|the (?:photo|image)[^.]* (?:appears|is displayed|below))/i.test(seen.criteria)) return undefined;
  if (/pattern|color|colour/i.test(seen.criteria)) return undefined;
  const all = seen.seen?.screens.flatMap(({ documents }) => documents) ?? [];
  const shown = all.reduce((sum, { pictures }) => sum + pictures, 0);
  const broken = all.reduce((sum, { brokenPictures }) => sum + brokenPictures, 0);
  return decided('DOM', shown > 0 && broken === 0, `${shown} picture(s) drawn, ${broken} broken`);
};

const emptyFrames: Rule = (seen) => {
  if (!/embedded iframes[^.]* remain empty/i.test(seen.criteria)) return undefined;
  const frames = seen.seen?.screens.flatMap(({ documents }) => documents).reduce((sum, { innerFrames }) => sum + innerFrames, 0) ?? 0;
  const foreign = seen.seen?.foreignRequests ?? [];
  return decided('DOM', frames === 0 && foreign.length === 0, `${frames} inner frame(s), ${foreign.length} foreign request(s)`);
};

const sound: Rule = async (seen) => {
  if (!/you can (?:hear|see)[^.]* (?:audio|video)/i.test(seen.criteria) || !seen.open) return undefined;
  const page = await seen.open();
  const seconds = await findEngineFrame(page)?.evaluate(async () => {
    const player = [...document.querySelectorAll('iframe')]
      .map((iframe) => iframe.contentDocument?.querySelector<HTMLMediaElement>('audio, video'))
      .find((found) => found !== null && found !== undefined);
    if (!player) return 0;
    player.muted = true;
    try {
      await player.play();
    } catch {
      return 0;
    }
    for (let tries = 0; player.currentTime === 0 && tries < 60; tries++) await new Promise((done) => setTimeout(done, 50));
    player.pause();
    return player.currentTime;
  });
  return decided('behavior', (seconds ?? 0) > 0, (seconds ?? 0) > 0 ? 'playback advances' : 'playback does not start');
};

const loadedFont: Rule = async (seen) => {
  if (!/rendered in (?:an )?unusual font/i.test(seen.criteria) || !seen.open) return undefined;
  const page = await seen.open();
  const families = await findEngineFrame(page)?.evaluate(() =>
    [...document.querySelectorAll('iframe')].flatMap((iframe) => {
      const inside = iframe.contentDocument;
      if (!inside) return [];
      const loaded = [...inside.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replace(/["']/g, ''));
      return [...inside.querySelectorAll('body *')].flatMap((element) => {
        const first = getComputedStyle(element).fontFamily.split(',')[0]?.trim().replace(/["']/g, '') ?? '';
        return loaded.includes(first) ? [first] : [];
      });
    }),
  );
  const used = families?.[0];
  return decided('DOM', used !== undefined, used ? `the face “${used}” is loaded and used` : 'no face of the book is loaded and used');
};

const formula: Rule = async (seen) => {
  if (!/math equation appears below, including superscript/i.test(seen.criteria) || !seen.open) return undefined;
  const page = await seen.open();
  const isRaised = await findEngineFrame(page)?.evaluate(() =>
    [...document.querySelectorAll('iframe')].some((iframe) => {
      const power = iframe.contentDocument?.querySelector('math msup');
      const [base, raised] = [...(power?.children ?? [])].map((child) => child.getBoundingClientRect());
      return base !== undefined && raised !== undefined && raised.height > 0 && raised.top < base.top && raised.height < base.height * 1.01;
    }),
  );
  return decided('DOM', isRaised === true, isRaised ? 'the superscript is raised' : 'there is no raised superscript');
};

/** Pages of which each shows its number as all that differs. */
const pageOrder: Rule = (seen) => {
  if (!/move through the pages|SVG spine items in the correct order/i.test(seen.criteria)) return undefined;
  const numbers = Array.from(shownText(seen).matchAll(/Page (\d+)\b/g), ([, number]) => Number(number));
  const order = numbers.filter((number, index) => number !== numbers[index - 1]);
  const isOrdered = order.length > 1 && order.every((number, index) => number === index + 1);
  return decided('DOM', isOrdered, `pages in this order: ${order.join(', ')}`);
};

const identicalPages: Rule = (seen) => {
  const count = /displays (two|three|four) identical pages after this one/i.exec(seen.criteria)?.[1];
  if (count === undefined) return undefined;
  const wanted = ['', '', 'two', 'three', 'four'].indexOf(count.toLowerCase());
  const texts = seen.seen?.screens.map(({ documents }) => documents.map(({ text }) => text).join(' ')) ?? [];
  const last = texts.at(-1);
  const found = texts.filter((text) => text === last).length;
  return decided(
    'DOM',
    found === wanted && texts.length === wanted + 1,
    `${found} identical page(s) after ${texts.length - found} other(s)`,
  );
};

const fallbackShown: Rule = (seen) => {
  if (
    !/fallback/i.test(seen.test.description) ||
    !/bad-fallback|likely to be unsupported/i.test(`${seen.test.id} ${seen.test.description}`)
  )
    return undefined;
  return decided('DOM', seen.job.stage === 'done', plainText(seen.job.detail));
};

/** Rules that come before all others. */
export const importRules: readonly Rule[] = [refusedFile, reportedError, missingScripts];

export const contentRules: readonly Rule[] = [
  forbiddenText,
  onlyPage,
  identicalPages,
  emptyFrames,
  sound,
  loadedFont,
  formula,
  pageOrder,
  picture,
  opened,
  fallbackShown,
];
