/** A Chinese title that breaks between words, not inside them. Chromium's `word-break: auto-phrase` knows Japanese only. */
import { Fragment } from 'react';
import styles from './phrases.module.css';

const segmenter = new Intl.Segmenter('zh-CN', { granularity: 'word' });

/** Words of a text; punctuation stays with the word before it. */
const wordsOf = (text: string): readonly string[] => {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const last = words.at(-1);
    if (isWordLike === false && last !== undefined) words[words.length - 1] = last + segment;
    else words.push(segment);
  }
  return words;
};

export const Phrases = ({ text }: { text: string }) => (
  <span className={styles.phrases}>
    {wordsOf(text).map((word, index) => (
      <Fragment key={`${index}${word}`}>
        {index === 0 ? null : <wbr />}
        {word}
      </Fragment>
    ))}
  </span>
);
