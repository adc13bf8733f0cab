/** Somebody came back from elsewhere and is not signed in: why, and how to begin again. */
import { buttonClass } from '@shufang/ui';
import { Link } from 'react-router';
import styles from './sign-in-card.module.css';

interface ReturnFailedProps {
  readonly title: string;
  /** What a person is told. */
  readonly failure: string;
  readonly again: { readonly to: string; readonly label: string };
  readonly homeLabel: string;
}

export const ReturnFailed = ({ title, failure, again, homeLabel }: ReturnFailedProps) => (
  <>
    <h1 className={styles.title}>{title}</h1>
    <p role="alert">{failure}</p>
    <p className={styles.actions}>
      <Link to={again.to} replace className={buttonClass()}>
        {again.label}
      </Link>
      <Link to="/" replace className={buttonClass('quiet')}>
        {homeLabel}
      </Link>
    </p>
  </>
);
