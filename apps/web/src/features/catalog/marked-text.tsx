import type { MarkedText as Marked } from '@shufang/contract';
import { Fragment } from 'react';

/** A piece of text with its hits marked. */
export const MarkedText = ({ marked }: { marked: Marked }) => {
  const { text, marks } = marked;
  return marks.length === 0
    ? text
    : marks.map(([start, end], index) => (
        <Fragment key={start}>
          {text.slice(index === 0 ? 0 : marks[index - 1]?.[1], start)}
          <mark>{text.slice(start, end)}</mark>
          {index === marks.length - 1 ? text.slice(end) : null}
        </Fragment>
      ));
};
