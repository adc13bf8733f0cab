/** How the operator is reached: what is set and nothing else, or that nothing is. */
import type { getContact, OutputOf } from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import styles from './help.module.css';
import { contactQuery } from './queries.ts';

type Contact = OutputOf<typeof getContact>;

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.line}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const EmailLink = ({ address }: { address: string }) => (
  <a className={styles.link} href={`mailto:${address}`}>
    {address}
  </a>
);

const isReachable = ({ phone, wechat, email, emails }: Contact): boolean =>
  phone !== undefined || wechat !== undefined || email !== undefined || emails.length > 0;

const Ways = ({ contact }: { contact: Contact }) => {
  const names = helpText.contactNames;
  return (
    <dl>
      {contact.name === undefined ? null : <Line name={names.name}>{contact.name}</Line>}
      {contact.phone === undefined ? null : (
        <Line name={names.phone}>
          <a className={styles.link} href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}>
            {contact.phone}
          </a>
        </Line>
      )}
      {contact.hours === undefined ? null : <Line name={names.hours}>{contact.hours}</Line>}
      {contact.wechat === undefined ? null : <Line name={names.wechat}>{contact.wechat}</Line>}
      {contact.email === undefined ? null : (
        <Line name={names.email}>
          <EmailLink address={contact.email} />
        </Line>
      )}
      {contact.emails.map(({ topic, email }) => (
        <Line key={topic} name={helpText.topics[topic]}>
          <EmailLink address={email} />
        </Line>
      ))}
    </dl>
  );
};

export const ContactCard = () => {
  const { data: contact, isError, refetch } = useQuery(contactQuery());
  if (isError) {
    return (
      <p className={styles.failed} role="status">
        {helpText.contactFailed}
        <button type="button" className={styles.textButton} onClick={() => void refetch()}>
          {helpText.retry}
        </button>
      </p>
    );
  }
  if (contact === undefined) return <div className={styles.skeleton} role="status" aria-busy="true" aria-label={helpText.contact.title} />;
  return (
    <>
      {contact.name === undefined && !isReachable(contact) ? null : <Ways contact={contact} />}
      {isReachable(contact) ? null : <p className={styles.hint}>{helpText.contactEmpty}</p>}
      <p className={styles.hint}>{helpText.complaint}</p>
      {contact.licences.length === 0 ? null : (
        <p className={styles.licences}>
          <span>{helpText.licences}</span>
          {contact.licences.map((licence) => (
            <span key={licence}>{licence}</span>
          ))}
        </p>
      )}
    </>
  );
};
