/** A Chinese title that breaks between words, not inside them. Chromium's `word-break: auto-phrase` knows Japanese only. */
import { Fragment } from 'react';
import styles from './phrases.module.css';

/** As they stand in a page that came as HTML: another program may break a title otherwise. */
const adopted = new Map<string, readonly string[]>();

/** Keeps the breaks of the titles in `root` for when these are shown again. */
export const adoptPhrases = (root: Element): void => {
  for (const phrases of root.getElementsByClassName(styles.phrases ?? '')) {
    const words = Array.from(phrases.childNodes, (node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : ''));
    adopted.set(
      words.join(''),
      words.filter((word) => word !== ''),
    );
  }
};

/** Made with the first title it breaks: its dictionary takes a slow phone some hundred milliseconds. */
let segmenter: Intl.Segmenter | undefined;

/** Words of a text; punctuation stays with the word before it. */
const wordsOf = (text: string): readonly string[] => {
  const words: string[] = [];
  segmenter ??= new Intl.Segmenter('zh-CN', { granularity: 'word' });
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const last = words.at(-1);
    if (isWordLike === false && last !== undefined) words[words.length - 1] = last + segment;
    else words.push(segment);
  }
  return words;
};

export const Phrases = ({ text }: { text: string }) => (
  <span className={styles.phrases}>
    {(adopted.get(text) ?? wordsOf(text)).map((word, index) => (
      <Fragment key={`${index}${word}`}>
        {index === 0 ? null : <wbr />}
        {word}
      </Fragment>
    ))}
  </span>
);
