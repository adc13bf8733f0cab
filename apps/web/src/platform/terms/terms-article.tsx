/** The terms of service and the privacy notice as text with headings. */
import { TERMS_EFFECTIVE_DAY, TERMS_VERSION } from '@shufang/contract';
import { Text } from '@shufang/ui';
import { type TermsSection, termsText as text } from '../messages/zh-cn/terms.ts';
import styles from './terms-article.module.css';

const TermsPart = ({ title, sections }: { title: string; sections: readonly TermsSection[] }) => (
  <>
    <Text as="h2" size={20} weight={700} serif className={styles.part}>
      {title}
    </Text>
    {sections.map((section) => (
      <section key={section.title} aria-label={`${title} ${section.title}`}>
        <Text as="h3" size={16} weight={600} className={styles.section}>
          {section.title}
        </Text>
        {section.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
    ))}
  </>
);

export const TermsArticle = () => (
  <div className={styles.article}>
    <Text as="p" size={14} tone="faint">
      {text.version(TERMS_VERSION, TERMS_EFFECTIVE_DAY)}
    </Text>
    <TermsPart title={text.serviceTitle} sections={text.service} />
    <TermsPart title={text.privacyTitle} sections={text.privacy} />
  </div>
);
