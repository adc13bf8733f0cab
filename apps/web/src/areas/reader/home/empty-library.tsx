/** The home page of a library without books: setup instructions for operators, a message for other users. */
import { Column, EmptyState, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { useMayAny } from '../../../features/account/for-operators.tsx';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { librarySetupText } from '../../../platform/messages/zh-cn/library-setup.ts';
import styles from './empty-library.module.css';

export const EmptyLibrary = () => {
  const mayImport = useMayAny(['importBook']) === true;
  return (
    <EmptyState title={catalogText.emptyLibrary}>
      {mayImport ? (
        <>
          <p>{librarySetupText.setupLead}</p>
          <Column as="ol" gap={12} fullWidth textAlign="left" className={styles.steps}>
            {librarySetupText.setupSteps.map(({ to, title, hint }) => (
              <Column key={to} as="li" size={14} className={styles.step}>
                <Text to={to} as={Link} size={16} tone="ink" weight={600} className={styles.title}>
                  {title}
                </Text>
                <span>{hint}</span>
              </Column>
            ))}
          </Column>
          <p>{librarySetupText.setupByCommand}</p>
          <Text as="code" block size={13} tone="ink" marginTop={8} breakWords className={styles.command}>
            {librarySetupText.importCommand}
          </Text>
        </>
      ) : (
        <p>{catalogText.emptyLibraryReader}</p>
      )}
    </EmptyState>
  );
};
