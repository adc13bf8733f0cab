/** The ways that make a verified teacher at once, without papers: above the form, which stays for everybody else. */
import type { TeacherStanding } from '@shufang/contract';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import styles from './application.module.css';
import { TeacherCodeForm } from './teacher-code-form.tsx';
import { TeacherMailForm } from './teacher-mail-form.tsx';

interface WaysAtOnceProps {
  readonly ways: TeacherStanding['waysAtOnce'];
  readonly initialCode: string;
  readonly onApproved: () => void;
}

export const WaysAtOnce = ({ ways, initialCode, onApproved }: WaysAtOnceProps) => (
  <section className={styles.ways} aria-labelledby="ways-at-once">
    <h3 id="ways-at-once" className={styles.waysTitle}>
      {text.waysTitle}
    </h3>
    <div className={styles.wayList}>
      {ways.includes('code') ? <TeacherCodeForm initialCode={initialCode} onApproved={onApproved} /> : null}
      {ways.includes('mail') ? <TeacherMailForm onApproved={onApproved} /> : null}
    </div>
  </section>
);
