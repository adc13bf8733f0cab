/** Who runs this installation and under which licences, at the end of the front page; with what is set, and nothing made up. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import { contactQuery } from './queries.ts';
import styles from './site-footer.module.css';

export const SiteFooter = () => {
  // A failure leaves the ways that are known without asking; the contact page says it.
  const { data } = useQuery(contactQuery());
  const { name, phone, hours, email, licences = [] } = data ?? {};
  const ways = [
    ...(phone === undefined ? [] : [helpText.footerPhone(phone, hours)]),
    ...(email === undefined ? [] : [helpText.footerEmail(email)]),
  ];
  return (
    <footer className={styles.footer}>
      <nav className={styles.links} aria-label={helpText.footerLabel}>
        <Link to="/helper/contact">{helpText.contactTitle}</Link>
        <Link to="/helper/student-manual">{helpText.footerManual}</Link>
        <Link to="/helper/contact#terms">{helpText.terms.title}</Link>
        <Link to="/mobile">{helpText.footerClients}</Link>
      </nav>
      <div className={styles.facts}>
        {name === undefined ? null : <p className={styles.name}>{name}</p>}
        {ways.length === 0 ? null : (
          <p className={styles.ways}>
            {ways.map((way) => (
              <span key={way}>{way}</span>
            ))}
          </p>
        )}
        {licences.length === 0 ? null : (
          <p className={styles.licences}>
            {licences.map((licence) => (
              <span key={licence}>{licence}</span>
            ))}
          </p>
        )}
      </div>
    </footer>
  );
};
