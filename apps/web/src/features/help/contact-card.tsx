/** Contact details of the operator: only the configured ones, or a message that none are configured. */
import type { getContact, OutputOf } from '@shufang/contract';
import { Cluster, Grid, Text, TextButton } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import styles from './help.module.css';
import { contactQuery } from './queries.ts';

type Contact = OutputOf<typeof getContact>;

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <Grid gap={[4, 24]} className={styles.line}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </Grid>
);

const EmailLink = ({ address }: { address: string }) => (
  <a className={styles.link} href={`mailto:${address}`}>
    {address}
  </a>
);

const isReachable = ({ phone, wechat, email, emails }: Contact): boolean =>
  phone !== undefined || wechat !== undefined || email !== undefined || emails.length > 0;

const ContactOptions = ({ contact }: { contact: Contact }) => {
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
      <Text as="p" tone="soft" role="status">
        {helpText.contactFailed}
        <TextButton type="button" size="inherit" underline className={styles.textButton} onClick={() => void refetch()}>
          {helpText.retry}
        </TextButton>
      </Text>
    );
  }
  if (contact === undefined) return <div className={styles.skeleton} role="status" aria-busy="true" aria-label={helpText.contact.title} />;
  return (
    <>
      {contact.name === undefined && !isReachable(contact) ? null : <ContactOptions contact={contact} />}
      {isReachable(contact) ? null : (
        <Text as="p" tone="soft" marginTop={8}>
          {helpText.contactEmpty}
        </Text>
      )}
      <Text as="p" tone="soft" marginTop={8}>
        {helpText.complaint}
      </Text>
      {contact.licenses.length === 0 ? null : (
        <Cluster as="p" gap={[4, 24]} size={13} tone="faint" marginTop={16}>
          <span>{helpText.licenses}</span>
          {contact.licenses.map((license) => (
            <span key={license}>{license}</span>
          ))}
        </Cluster>
      )}
    </>
  );
};
