/** A Chinese title with line breaks only between words. Chromium's `word-break: auto-phrase` supports only Japanese. */
import { Fragment } from 'react';
import styles from './phrases.module.css';

/** Words of each title in the server-rendered HTML. They are stored because the server may split a title differently from the browser. */
const adopted = new Map<string, readonly string[]>();

/** Stores how the server split the titles in `root` into words, so that hydration renders the same. */
export const adoptPhrases = (root: Element): void => {
  for (const phrases of root.getElementsByClassName(styles.phrases ?? '')) {
    const parts = Array.from(phrases.childNodes, (node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : ''));
    adopted.set(
      parts.join(''),
      parts.filter((word) => word !== ''),
    );
  }
};

/** The browser's word segmenter, created on first use: loading its dictionary takes a slow phone some hundred milliseconds. */
let segmenter: Intl.Segmenter | undefined;

/** Returns the words of a text; punctuation stays with the preceding word. */
const splitPhrases = (text: string): readonly string[] => {
  const phrases: string[] = [];
  segmenter ??= new Intl.Segmenter('zh-CN', { granularity: 'word' });
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const last = phrases.at(-1);
    if (isWordLike === false && last !== undefined) phrases[phrases.length - 1] = last + segment;
    else phrases.push(segment);
  }
  return phrases;
};

export const Phrases = ({ text }: { text: string }) => (
  <span className={styles.phrases}>
    {(adopted.get(text) ?? splitPhrases(text)).map((word, index) => (
      <Fragment key={`${index}${word}`}>
        {index === 0 ? null : <wbr />}
        {word}
      </Fragment>
    ))}
  </span>
);
