/** Error page of a sign-in through a provider or an institution: the reason, and a link to start again. */
import { buttonClass, Row } from '@shufang/ui';
import { Link } from 'react-router';
import styles from './sign-in-card.module.css';

interface ReturnFailedProps {
  readonly title: string;
  /** The reason of the failure, as a message for the user. */
  readonly failure: string;
  readonly again: { readonly to: string; readonly label: string };
  readonly homeLabel: string;
}

export const ReturnFailed = ({ title, failure, again, homeLabel }: ReturnFailedProps) => (
  <>
    <h1 className={styles.title}>{title}</h1>
    <p role="alert">{failure}</p>
    <Row as="p" gap={12} marginTop={24}>
      <Link to={again.to} replace className={buttonClass()}>
        {again.label}
      </Link>
      <Link to="/" replace className={buttonClass('quiet')}>
        {homeLabel}
      </Link>
    </Row>
  </>
);
