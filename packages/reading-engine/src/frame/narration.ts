/** The recorded narration of the documents of a book, as the app has sent it, and the classes with which the book styles it. */
import type { GuidedNavigation, PublicationMetadata } from '@shufang/contract';
import type { SegmentFrame } from '../layout/segment-frame.ts';
import { type Phrase, phrasesOf } from '../speech/phrases.ts';
import type { Sentence } from '../speech/sentences.ts';

/** Thrown where the narration of a document is needed that the app has not sent yet. */
export class NarrationNeeded extends Error {
  readonly href: string;
  constructor(href: string) {
    super(`the narration ${href} is needed`);
    this.href = href;
  }
}

const STYLES = [
  'color',
  'backgroundColor',
  'backgroundImage',
  'textDecoration',
  'fontWeight',
  'fontStyle',
  'border',
  'outline',
  'boxShadow',
  'opacity',
] as const;

export const createNarration = () => {
  const guides = new Map<string, GuidedNavigation['guided']>();
  const found = new WeakMap<SegmentFrame, Phrase[]>();
  let active: { element: Element; name: string } | undefined;
  const playing = new Map<Element, string>();

  const deactivate = (): void => {
    active?.element.classList.remove(active.name);
    active = undefined;
  };

  return {
    set: (href: string, guided: GuidedNavigation['guided']): void => void guides.set(href, guided),
    /** Returns the phrases of a segment; none if its document is not narrated. Throws `NarrationNeeded`. */
    phrasesIn: (frame: SegmentFrame, sentences: () => readonly Sentence[]): Phrase[] => {
      const { narration } = frame.spine.item;
      if (!narration) return [];
      const existing = found.get(frame);
      if (existing) return existing;
      const guided = guides.get(narration.href);
      if (!guided) throw new NarrationNeeded(narration.href);
      const created = phrasesOf(guided, frame.spine.segment.href, frame.body, frame.text, sentences());
      found.set(frame, created);
      return created;
    },
    /**
     * Sets the classes of the book on a narrated element and its document. Returns whether that changes how the element looks; if not, the
     * reader would not see what is being said.
     */
    activate: (frame: SegmentFrame, element: Element, classes: PublicationMetadata['narration']): boolean => {
      deactivate();
      const { activeClass, playbackActiveClass } = classes ?? {};
      if (playbackActiveClass !== undefined && !frame.root.classList.contains(playbackActiveClass)) {
        frame.root.classList.add(playbackActiveClass);
        playing.set(frame.root, playbackActiveClass);
      }
      if (activeClass === undefined || element.classList.contains(activeClass)) return false;
      const lookOf = (): string => {
        const style = frame.window.getComputedStyle(element);
        return STYLES.map((name) => style[name]).join('|');
      };
      const before = lookOf();
      element.classList.add(activeClass);
      active = { element, name: activeClass };
      return lookOf() !== before;
    },
    deactivate,
    /** Removes all classes of the narration. */
    end: (): void => {
      deactivate();
      for (const [root, name] of playing) root.classList.remove(name);
      playing.clear();
    },
  };
};
