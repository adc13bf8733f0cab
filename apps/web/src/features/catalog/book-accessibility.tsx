/** The tab about accessibility (无障碍): in which ways the book can be read, as its file states it. */
import { buttonClass, EmptyState, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { bookAccessibilityText as text } from '../../platform/messages/zh-cn/book-accessibility.ts';
import { accessibilityParts } from './accessibility-statements.ts';
import styles from './book-accessibility.module.css';
import type { BookInfo } from './book-facts.tsx';

const Statement = () => (
  <Link to="/helper/accessibility" className={styles.link}>
    {text.statement}
  </Link>
);

export const BookAccessibility = ({ info: { metadata } }: { info: BookInfo }) => {
  const parts = accessibilityParts(metadata.accessibility, metadata.layout);
  if (parts === undefined) {
    return (
      <EmptyState title={text.none}>
        <Text as="p" size={14} tone="soft" className={styles.lead}>
          {text.noneHint}
        </Text>
        <Link to="/helper/contact#ask" className={buttonClass('quiet')}>
          {text.ask}
        </Link>
        <Statement />
      </EmptyState>
    );
  }
  return (
    <>
      <Text as="p" size={14} tone="soft" className={styles.lead}>
        {text.lead} <Statement />
      </Text>
      <dl className={styles.parts}>
        {parts.map(({ title, statements, links = [] }) => (
          <div key={title} className={styles.part}>
            <dt>{title}</dt>
            {statements.map((statement) => (
              <dd key={statement}>{statement}</dd>
            ))}
            {links.map(({ label, address }) => (
              <dd key={address}>
                <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={styles.link}>
                  {label}
                </a>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </>
  );
};
