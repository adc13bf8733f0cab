/** The methods that verify a teacher immediately, without documents; shown above the application form. */
import type { TeacherApplicationStatus } from '@shufang/contract';
import { Grid, Stack, Text } from '@shufang/ui';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import styles from './application.module.css';
import { TeacherCodeForm } from './teacher-code-form.tsx';
import { TeacherMailForm } from './teacher-mail-form.tsx';

interface InstantVerificationProps {
  readonly methods: TeacherApplicationStatus['waysAtOnce'];
  readonly initialCode: string;
  readonly onApproved: () => void;
}

export const InstantVerification = ({ methods, initialCode, onApproved }: InstantVerificationProps) => (
  <Stack as="section" gap={16} marginTop={24} className={styles.ways} aria-labelledby="ways-at-once">
    <Text id="ways-at-once" as="h3" size={16} weight={600}>
      {text.waysTitle}
    </Text>
    <Grid gap={24} align="start" className={styles.wayList}>
      {methods.includes('code') ? <TeacherCodeForm initialCode={initialCode} onApproved={onApproved} /> : null}
      {methods.includes('mail') ? <TeacherMailForm onApproved={onApproved} /> : null}
    </Grid>
  </Stack>
);
