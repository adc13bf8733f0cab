/** Shows the text of a question: elements of a small set, no markup of the book. Slots are rendered by the caller. */
import { type ContentNode, contentText } from '@shufang/contract';
import { createElement, Fragment, type ReactNode } from 'react';
import { practiceText as text } from '../../platform/messages/zh-cn/practice.ts';
import styles from './practice.module.css';

interface PracticeContentProps {
  readonly nodes: readonly ContentNode[];
  /** Renders where the reader answers; `id`: the interaction. */
  readonly slot?: (id: string) => ReactNode;
}

export const PracticeContent = ({ nodes, slot }: PracticeContentProps): ReactNode =>
  nodes.map((node, index) => {
    // A text has no identity of its own, and the nodes of a question never change while it is shown.
    const key = `${index}`;
    if (typeof node === 'string') return <Fragment key={key}>{node}</Fragment>;
    if (node.name === 'slot') return <Fragment key={key}>{slot?.(node.attributes?.interaction ?? '')}</Fragment>;
    if (node.name === 'img') return <span key={key}>{text.picture(node.attributes?.alt ?? '')}</span>;
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
