/** Footer of the home page: who operates this installation, with which licenses. Shows configured values only. */
import { Cluster, Column, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import { contactQuery } from './queries.ts';
import styles from './site-footer.module.css';

export const SiteFooter = () => {
  // If the request fails, the footer shows only its static links; the contact page shows the error.
  const { data } = useQuery(contactQuery());
  const { name, phone, hours, email, licenses = [] } = data ?? {};
  const ways = [
    ...(phone === undefined ? [] : [helpText.footerPhone(phone, hours)]),
    ...(email === undefined ? [] : [helpText.footerEmail(email)]),
  ];
  return (
    <Cluster as="footer" justify="between" size={13} tone="soft" className={styles.footer}>
      <Cluster as="nav" gap={[8, 24]} className={styles.links} aria-label={helpText.footerLabel}>
        <Link to="/helper/contact">{helpText.contactTitle}</Link>
        <Link to="/helper/student-manual">{helpText.footerManual}</Link>
        <Link to="/helper/terms">{helpText.termsTitle}</Link>
        <Link to="/helper/accessibility">{helpText.footerAccessibility}</Link>
        <Link to="/mobile">{helpText.footerClients}</Link>
      </Cluster>
      <Column gap={4} className={styles.facts}>
        {name === undefined ? null : (
          <Text as="p" tone="ink" weight={600}>
            {name}
          </Text>
        )}
        {ways.length === 0 ? null : (
          <p className={styles.ways}>
            {ways.map((way) => (
              <span key={way}>{way}</span>
            ))}
          </p>
        )}
        {licenses.length === 0 ? null : (
          <p className={styles.licenses}>
            {licenses.map((license) => (
              <span key={license}>{license}</span>
            ))}
          </p>
        )}
      </Column>
    </Cluster>
  );
};
