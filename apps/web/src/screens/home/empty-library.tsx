/** Nothing to read yet: what to do, for who may do it; a plain sentence for others. */
import { EmptyState } from '@shufang/ui';
import { Link } from 'react-router';
import { useMayAny } from '../../features/account/for-operators.tsx';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './empty-library.module.css';

export const EmptyLibrary = () => {
  const mayImport = useMayAny(['importBook']) === true;
  return (
    <EmptyState title={catalogText.emptyLibrary}>
      {mayImport ? (
        <>
          <p>{catalogText.setupLead}</p>
          <ol className={styles.steps}>
            {catalogText.setupSteps.map(({ to, title, hint }) => (
              <li key={to} className={styles.step}>
                <Link to={to} className={styles.title}>
                  {title}
                </Link>
                <span>{hint}</span>
              </li>
            ))}
          </ol>
          <p>{catalogText.setupByCommand}</p>
          <code className={styles.command}>{catalogText.importCommand}</code>
        </>
      ) : (
        <p>{catalogText.emptyLibraryReader}</p>
      )}
    </EmptyState>
  );
};
