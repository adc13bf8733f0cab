/** The engine's part of reading aloud: finds sentences over all documents, marks the spoken one, and turns the view to it. */
import type { HighlightLayer } from '../decoration/highlight-layer.ts';
import { SegmentError, type SegmentFrame } from '../layout/segment-frame.ts';
import { boxOfPoint } from '../locator/visible-position.ts';
import type { AppRequests, FoundSentence, Located, SentenceId } from '../navigator/protocol.ts';
import type { Destination, Spine } from '../publication/spine.ts';
import type { Phrase } from '../speech/phrases.ts';
import { type Sentence, sentenceAt, sentencesOf } from '../speech/sentences.ts';
import type { Book } from './engine.ts';
import { createNarration, NarrationNeeded } from './narration.ts';

export interface ReadAloudDependencies {
  stage: HTMLElement;
  book(): Book;
  highlightLayer: HighlightLayer;
  /** Runs a change of the view and reports the location with this cause. Returns false, and reports the error, when it fails. */
  move(action: () => Promise<boolean>, cause: Located['cause']): Promise<boolean>;
  reportLocation(cause: Located['cause']): void;
  reportError(error: unknown): void;
  findDestination(search: (spine: Spine) => Destination | undefined): Promise<Destination | undefined>;
  /** Resolves when the whole reading order is known, or another book is opened. */
  completed(): Promise<void>;
}

export interface ReadAloud {
  findSentence(input: AppRequests['findSentence']['input']): Promise<FoundSentence>;
  showSentence(input: AppRequests['showSentence']['input']): Promise<boolean>;
  setNarration(input: AppRequests['setNarration']['input']): undefined;
  clearSentence(): void;
  /** Marks the spoken sentence in a frame that was just loaded. */
  draw(frame: SegmentFrame): void;
  /** Must be called when the content ticket was renewed. */
  handleTicket(): void;
}

/** What is searched: sentences of the text or phrases of the narration, with or without footnotes and page numbers. */
type Search = Omit<AppRequests['findSentence']['input'], 'from'>;

const isPhrase = (sentence: Sentence | Phrase): sentence is Phrase => 'element' in sentence;

const SPEAKING = 'data-sf-speaking';

export const createReadAloud = (dependencies: ReadAloudDependencies): ReadAloud => {
  const { highlightLayer } = dependencies;
  const divided = new WeakMap<SegmentFrame, Sentence[]>();
  const narration = createNarration();
  let spoken: SentenceId | undefined;
  let outlined: Element | undefined;
  /** Documents that wait for the next content ticket. */
  let waiting: (() => void)[] = [];

  /** Returns the frame of a segment, which is loaded if necessary. If the content ticket has expired, waits for the next one. */
  const frameOf = async (segment: number): Promise<SegmentFrame> => {
    const { pool } = dependencies.book();
    try {
      return await pool.get(segment);
    } catch (error) {
      if (!(error instanceof SegmentError) || (error.kind !== 'expired' && error.kind !== 'tooMany')) throw error;
      dependencies.reportError(error);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return pool.get(segment);
    }
  };

  const sentencesIn = (frame: SegmentFrame): Sentence[] => {
    const existing = divided.get(frame);
    if (existing) return existing;
    const created = sentencesOf(frame.text);
    divided.set(frame, created);
    return created;
  };

  /** Returns the sentences, or the phrases of the narration. Throws `NarrationNeeded`. */
  const unitsIn = (frame: SegmentFrame, unit: 'phrase' | undefined): readonly (Sentence | Phrase)[] =>
    unit === 'phrase' ? narration.phrasesIn(frame, () => sentencesIn(frame)) : sentencesIn(frame);

  /** Returns the index of the first unit from `n` on, in the direction of `step`, that is not skipped; undefined if there is none. */
  const nextRead = (units: readonly Sentence[], n: number, step: 1 | -1, readsNotes: boolean): number | undefined => {
    for (let at = n; at >= 0 && at < units.length; at += step) if (readsNotes || units[at]?.isAside === false) return at;
    return undefined;
  };

  /** Returns whether a part of the sentence is on the screen. */
  const isVisible = (frame: SegmentFrame, { start, end, picture }: Sentence): boolean => {
    const { view } = dependencies.book();
    if (!view.shownFrames().includes(frame)) return false;
    const { x, y, scale } = view.originOf(frame);
    const { clientWidth, clientHeight } = dependencies.stage;
    const boxes = (picture ?? frame.text.rangeOf(start, end))?.getClientRects() ?? [];
    return Array.from(boxes).some(({ left, top, right, bottom }) => {
      const isInWidth = x + right * scale > 1 && x + left * scale < clientWidth - 1;
      return isInWidth && y + bottom * scale > 1 && y + top * scale < clientHeight - 1;
    });
  };

  const describe = (frame: SegmentFrame, n: number, unit: 'phrase' | undefined): FoundSentence => {
    const { spine } = dependencies.book();
    const { index, itemIndex, segment } = frame.spine;
    const sentence = unitsIn(frame, unit)[n];
    if (!sentence) throw new RangeError(`no sentence ${n} in segment ${index}`);
    const point = frame.text.pointOfChar(sentence.start);
    const element = point && frame.text.findBlock(point.blockId)?.element;
    const language = element?.closest('[lang]')?.getAttribute('lang') || spine.metadata.languages[0] || 'zh-CN';
    const locator = spine.locatorAt(itemIndex, segment.startChar + sentence.start, point);
    const found = { segment: index, n, text: sentence.text, language, locator };
    if (!isPhrase(sentence)) return { kind: 'sentence', sentence: found };
    return { kind: 'sentence', sentence: { ...found, unit: 'phrase', ...(sentence.clip ? { clip: sentence.clip } : {}) } };
  };

  /** Returns the next segment to read; waits for the reading order if the segment is the last known one. */
  const neighborOf = async (segment: number, step: 1 | -1): Promise<ReturnType<Spine['neighbor']>> => {
    const { spine } = dependencies.book();
    const known = spine.neighbor(segment, step);
    if (known || spine.isComplete()) return known;
    await dependencies.completed();
    return spine.neighbor(segment, step);
  };

  const findBeside = async (segment: number, step: 1 | -1, { unit, readsNotes = false }: Search): Promise<FoundSentence> => {
    for (let from = segment; ; ) {
      const next = await neighborOf(from, step);
      if (!next) return { kind: 'end' };
      if (!next.item.open) return { kind: 'closed', href: next.item.href, title: next.item.title ?? '' };
      from = next.index;
      // Documents without a narration are passed over without being loaded.
      if (unit === 'phrase' && !next.item.narration) continue;
      const frame = await frameOf(next.index);
      const units = unitsIn(frame, unit);
      const n = nextRead(units, step > 0 ? 0 : units.length - 1, step, readsNotes);
      if (n !== undefined) return describe(frame, n, unit);
    }
  };

  /** Returns the unit at a character; also one that is otherwise skipped, because the reader has chosen it. */
  const findFrom = async (frame: SegmentFrame, char: number, search: Search): Promise<FoundSentence> => {
    const n = sentenceAt(unitsIn(frame, search.unit), char);
    return n === undefined ? findBeside(frame.spine.index, 1, search) : describe(frame, n, search.unit);
  };

  /** Returns the first sentence that begins on the screen; if none does, the one that fills it. */
  const findOnScreen = async (search: Search): Promise<FoundSentence> => {
    const state = dependencies.book().view.state();
    if (!state) throw new Error('no page is shown');
    const { frame, startChar, endChar } = state;
    const units = unitsIn(frame, search.unit);
    const beginsOnScreen = ({ start }: Sentence): boolean => start >= startChar && start < Math.max(endChar, startChar + 1);
    const text = units.findIndex((each) => beginsOnScreen(each) && (!each.isAside || search.readsNotes === true));
    const n = text >= 0 ? text : units.findIndex(beginsOnScreen);
    return n >= 0 ? describe(frame, n, search.unit) : findFrom(frame, startChar, search);
  };

  const findAtLocator = async (locator: Parameters<Spine['destinationOfLocator']>[0], search: Search): Promise<FoundSentence> => {
    const { block } = locator.locations;
    const { view } = dependencies.book();
    const shown = block && view.shownFrames().find((frame) => frame.text.findBlock(block.blockId));
    if (shown) return findFrom(shown, shown.text.charOf(block) ?? 0, search);
    const destination = await dependencies.findDestination((spine) => spine.destinationOfLocator(locator));
    if (!destination || !(await dependencies.move(() => view.show(destination), 'follow'))) return findOnScreen(search);
    const state = view.state();
    return state ? findFrom(state.frame, state.pointChar, search) : { kind: 'end' };
  };

  const find = async ({ from, ...search }: AppRequests['findSentence']['input']): Promise<FoundSentence> => {
    if (from === 'screen') return findOnScreen(search);
    if ('locator' in from) return findAtLocator(from.locator, search);
    const frame = await frameOf(from.segment);
    const units = unitsIn(frame, search.unit);
    // In a footnote that the reader has chosen, reading goes on to its end.
    const readsNotes = search.readsNotes === true || units[from.n]?.isAside === true;
    const n = nextRead(units, from.n + from.step, from.step, readsNotes);
    return n === undefined ? findBeside(from.segment, from.step, search) : describe(frame, n, search.unit);
  };

  const clearDrawing = () => {
    highlightLayer.clearPassage('speaking');
    narration.deactivate();
    outlined?.removeAttribute(SPEAKING);
    outlined = undefined;
  };

  const draw = (frame: SegmentFrame): void => {
    const sentence = spoken?.segment === frame.spine.index ? unitsIn(frame, spoken.unit)[spoken.n] : undefined;
    if (!sentence) return;
    clearDrawing();
    if (isPhrase(sentence) && narration.activate(frame, sentence.element, dependencies.book().spine.metadata.narration)) return;
    outlined = sentence.picture;
    outlined?.setAttribute(SPEAKING, '');
    const range = sentence.end > sentence.start ? frame.text.rangeOf(sentence.start, sentence.end) : undefined;
    if (range) highlightLayer.showPassage('speaking', frame, range);
  };

  /** Turns the view to the part of the sentence that is being said. */
  const follow = async (frame: SegmentFrame, { start, end, picture }: Sentence, progress: number): Promise<void> => {
    const { view } = dependencies.book();
    const char = Math.min(start + Math.floor(progress * (end - start)), Math.max(start, end - 1));
    const block = frame.text.pointOfChar(char);
    if (!view.shownFrames().includes(frame)) {
      const destination = { segmentIndex: frame.spine.index, ...(block ? { block } : {}) };
      await dependencies.move(() => view.show(destination), 'follow');
      return;
    }
    const box = picture ? picture.getBoundingClientRect() : block && boxOfPoint(frame.text, block);
    if (box && view.reveal(frame, box)) dependencies.reportLocation('follow');
  };

  return {
    findSentence: async (input) => {
      try {
        return await find(input);
      } catch (error) {
        if (error instanceof NarrationNeeded) return { kind: 'narrationNeeded', href: error.href };
        throw error;
      }
    },
    setNarration: ({ href, guided }) => {
      narration.set(href, guided);
      return undefined;
    },
    showSentence: async ({ segment, n, unit, progress }) => {
      const isNew = spoken?.segment !== segment || spoken.n !== n || spoken.unit !== unit;
      spoken = { segment, n, ...(unit ? { unit } : {}) };
      const frame = await frameOf(segment);
      const sentence = unitsIn(frame, unit)[n];
      if (!sentence || spoken.segment !== segment || spoken.n !== n) return false;
      if (progress !== undefined) await follow(frame, sentence, progress);
      const shown = dependencies
        .book()
        .pool.loaded()
        .find((each) => each.spine.index === segment);
      if (isNew && shown) draw(shown);
      return shown !== undefined && isVisible(shown, sentence);
    },
    clearSentence: () => {
      spoken = undefined;
      clearDrawing();
      narration.end();
    },
    draw,
    handleTicket: () => {
      for (const resume of waiting) resume();
      waiting = [];
    },
  };
};
