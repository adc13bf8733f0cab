/** Rules about media overlays: starts the reading aloud, and compares what is heard with what is marked. */
import type { getNarration, OutputOf } from '@shufang/contract';
import { findEngineFrame } from '@shufang/reading-engine/testing';
import type { Page } from 'playwright-core';
import { decided, type Rule } from './decision.ts';

type Guide = OutputOf<typeof getNarration>['guided'];

interface Heard {
  /** The texts that a stand-in for the voice of the device has said. */
  readonly spoken: string[];
  readonly players: HTMLMediaElement[];
  /** Position of the first playback. */
  begin?: number;
}

/** Records the sound of the page, and gives the device a voice, which says each text at once. */
const listen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const heard: Heard = { spoken: [], players: [] };
    Object.assign(window, { heard });
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function record() {
      heard.begin ??= this.currentTime;
      if (!heard.players.includes(this)) heard.players.push(this);
      return play.call(this);
    };
    class Utterance extends EventTarget {
      readonly text: string;
      constructor(text: string) {
        super();
        this.text = text;
      }
    }
    Object.assign(window, { SpeechSynthesisUtterance: Utterance });
    Object.assign(speechSynthesis, {
      getVoices: () => [{ voiceURI: 'stand-in', name: 'stand-in', lang: 'en-US', localService: true }],
      speak: (utterance: Utterance) => {
        heard.spoken.push(utterance.text);
        setTimeout(() => utterance.dispatchEvent(new Event('start')), 0);
        setTimeout(() => utterance.dispatchEvent(new Event('end')), 300);
      },
    });
  });

interface Marked {
  readonly id: string;
  readonly background: string;
  /** Color of the text around the marked element. */
  readonly around: string;
}

/** Returns the element that is marked as being read; undefined if there is none. */
const findMarked = async (page: Page): Promise<Marked | undefined> =>
  findEngineFrame(page)?.evaluate(() => {
    for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')) {
      const inside = frame.contentDocument;
      const view = frame.contentWindow as never as Window & { CSS: { highlights: Map<string, Set<Range>> } };
      const [range] = view.CSS.highlights.get('shufang-speaking') ?? [];
      const element = inside?.querySelector('.active-item') ?? range?.startContainer.parentElement?.closest('[id]');
      if (!element) continue;
      return {
        id: element.id,
        background: view.getComputedStyle(element).backgroundColor,
        around: view.getComputedStyle(element.parentElement ?? element).color,
      };
    }
    return undefined;
  });

const timeOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as never as { heard: Heard }).heard.players.find((player) => !player.paused)?.currentTime ?? -1);

const SAMPLES_MAX = 120;
const TOLERANCE_SECONDS = 0.6;

const overlays: Rule = async (seen) => {
  if (/only relevant if the Reading System does not support media overlays/i.test(seen.criteria))
    return decided('behavior', null, 'the test does not apply: the reading page plays media overlays');
  if (!/turn text reading on/i.test(seen.criteria) || !seen.open) return undefined;
  const page = await seen.open();
  const guides: Guide = [];
  page.on('response', (response) => {
    if (!response.url().includes('/api/learn/narration')) return;
    void response.json().then(({ payload }: { payload: { guided: Guide } }) => guides.push(...payload.guided));
  });
  await listen(page);
  await page.keyboard.press('r');
  const order: string[] = [];
  const wrong: string[] = [];
  let looks = { background: '', around: '' };
  let hasAdvanced = false;
  let last = -1;
  for (let sample = 0; sample < SAMPLES_MAX; sample++) {
    await page.waitForTimeout(120);
    // The mark was read between these two times, which are far apart on a busy machine.
    const before = await timeOf(page);
    const marked = await findMarked(page);
    if (!marked) continue;
    const time = await timeOf(page);
    const phrase = guides.find(({ textref }) => textref.endsWith(`#${marked.id}`));
    const [, begin, end = '99999'] = /#t=([\d.]+)(?:,([\d.]+))?/.exec(phrase?.audioref ?? '') ?? [];
    if (begin !== undefined && time >= 0) {
      const [earliest, latest] = before < 0 ? [time, time] : [Math.min(before, time), Math.max(before, time)];
      if (latest < Number(begin) - TOLERANCE_SECONDS || earliest > Number(end) + TOLERANCE_SECONDS) wrong.push(`${marked.id} at ${time}`);
      if (last >= 0 && time > last) hasAdvanced = true;
      last = time;
    }
    if (order.at(-1) !== marked.id) {
      order.push(marked.id);
      looks = marked;
      continue;
    }
    if (phrase !== undefined && phrase === guides.at(-1)) break;
    if (begin !== undefined) await page.keyboard.press(']');
  }
  const { spoken, begin } = await page.evaluate(() => (window as never as { heard: Heard }).heard);
  const isWhole = guides.length > 0 && guides.at(-1)?.textref.endsWith(`#${order.at(-1)}`) === true;
  if (guides.every(({ audioref }) => audioref === undefined)) {
    const isRead = isWhole && spoken.length >= guides.length;
    return decided('behavior', isRead, `${spoken.length} of ${guides.length} phrases said by a voice of the device (stand-in)`);
  }
  const isStyled = looks.background === 'rgb(13, 146, 95)' && looks.around === 'rgb(158, 158, 158)';
  const needsStyle = /green background; the rest of the text is grayed out/i.test(seen.criteria);
  const startsRight = !/lack of a clipBegin/i.test(seen.criteria) || (begin ?? 9) < 1;
  const isPassed = isWhole && wrong.length === 0 && hasAdvanced && startsRight && (isStyled || !needsStyle);
  const parts = [
    `${new Set(order).size} of ${guides.length} phrases seen in their order, to the last: ${isWhole}`,
    `sound and mark together: ${wrong[0] ?? (hasAdvanced ? 'yes' : 'no sound')}`,
    `styled by the book: ${isStyled}`,
  ];
  return decided('behavior', isPassed, parts.join('; '));
};

export const overlayRules: readonly Rule[] = [overlays];
