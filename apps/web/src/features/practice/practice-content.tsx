/** Shows the text of a question: elements of a small set, no markup of the book. Slots are rendered by the caller. */
import { type ContentElement, type ContentNode, contentText } from '@shufang/contract';
import { createElement, Fragment, type ReactNode } from 'react';
import { practiceText as text } from '../../platform/messages/zh-cn/practice.ts';
import styles from './practice.module.css';

/** Renders where the reader answers. `id`: the interaction; `slot`: the element, with the part of the interaction and the text in it. */
export type SlotRenderer = (id: string, slot: ContentElement) => ReactNode;

interface PracticeContentProps {
  readonly nodes: readonly ContentNode[];
  readonly slot?: SlotRenderer;
}

/** A picture that is part of the question; pictures of a book stay in the book, and only their text is shown. */
const Picture = ({ attributes: { src = '', alt = '' } = {} }: ContentElement): ReactNode =>
  src.startsWith('data:image/') ? <img className={styles.picture} src={src} alt={alt} /> : <span>{text.picture(alt)}</span>;

export const PracticeContent = ({ nodes, slot }: PracticeContentProps): ReactNode =>
  nodes.map((node, index) => {
    // A text has no identity of its own, and the nodes of a question never change while it is shown.
    const key = `${index}`;
    if (typeof node === 'string') return <Fragment key={key}>{node}</Fragment>;
    if (node.name === 'slot') return <Fragment key={key}>{slot?.(node.attributes?.interaction ?? '', node)}</Fragment>;
    if (node.name === 'img') return <Picture key={key} {...node} />;
    if (node.name === 'br') return <br key={key} />;
    const Name = node.name;
    const children = node.children ?? [];
    if (Name === 'table')
      return (
        <div key={key} className={styles.wide}>
          <table>
            <tbody>
              <PracticeContent nodes={children.filter((child) => typeof child !== 'string')} {...(slot && { slot })} />
            </tbody>
          </table>
        </div>
      );
    if (contentText(children).trim() === '' && (Name === 'p' || Name === 'div') && slot === undefined) return null;
    // The types of React do not know the elements of MathML; React itself does.
    return createElement(Name as string, { key }, <PracticeContent nodes={children} {...(slot && { slot })} />);
  });
