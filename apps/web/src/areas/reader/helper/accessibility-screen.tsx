/** `/helper/accessibility`: the accessibility statement. */
import { buttonClass, PageHeader, Section, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { accessibilityText as text } from '../../../platform/messages/zh-cn/accessibility.ts';
import styles from './accessibility-screen.module.css';

export const Component = () => (
  <>
    <PageHeader title={text.title} lead={text.lead} />
    {text.sections.map(({ title, paragraphs = [], points = [] }) => (
      <Section key={title} title={title}>
        <div className={styles.text}>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {points.length === 0 ? null : (
            <ul className={styles.points}>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
        </div>
      </Section>
    ))}
    <Section title={text.report.title}>
      <div className={styles.text}>
        <p>{text.report.text}</p>
        <p>
          <Link to="/helper/contact#ask" className={buttonClass('quiet')}>
            {text.report.link}
          </Link>
        </p>
        <Text as="p" size={14} tone="faint">
          {text.date}
        </Text>
      </div>
    </Section>
  </>
);
