/** `/helper/contact`: short answers on sign-in, reading and notes, and whom to ask. */
import { Page, PageHeader, Section } from '@shufang/ui';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import styles from './contact-screen.module.css';

export const Component = () => {
  const place = useLocation();
  useEffect(() => {
    if (place.hash !== '') document.getElementById(place.hash.slice(1))?.scrollIntoView();
  }, [place]);
  return (
    <Page width="text">
      <PageHeader title={helpText.title} lead={helpText.lead} />
      <nav aria-label={helpText.indexLabel}>
        <ul className={styles.index}>
          {[...helpText.topics, helpText.contact, helpText.terms].map(({ id, title }) => (
            <li key={id}>
              <Link to={`#${id}`}>{title}</Link>
            </li>
          ))}
        </ul>
      </nav>
      {helpText.topics.map(({ id, title, items }) => (
        <Section key={id} id={id} title={title}>
          <dl>
            {items.map(([question, answer]) => (
              <div key={question} className={styles.item}>
                <dt>{question}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        </Section>
      ))}
      <Section id={helpText.contact.id} title={helpText.contact.title}>
        <p>{helpText.operatorName}</p>
        <p>{helpText.operatorContact}</p>
      </Section>
      <Section id={helpText.terms.id} title={helpText.terms.title}>
        <ul className={styles.terms}>
          {helpText.termsItems.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </Section>
    </Page>
  );
};
