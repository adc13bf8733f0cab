import type { HighlightedText as Marked } from '@shufang/contract';
import { Fragment } from 'react';

/** A text in which the parts that match a search are highlighted. */
export const HighlightedText = ({ highlighted }: { highlighted: Marked }) => {
  const { text, matchRanges: ranges } = highlighted;
  return ranges.length === 0
    ? text
    : ranges.map(([start, end], index) => (
        <Fragment key={start}>
          {text.slice(index === 0 ? 0 : ranges[index - 1]?.[1], start)}
          <mark>{text.slice(start, end)}</mark>
          {index === ranges.length - 1 ? text.slice(end) : null}
        </Fragment>
      ));
};
