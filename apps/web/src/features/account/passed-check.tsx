/** What a form shows in place of a captcha or slider whose solution was accepted. */
import { IconCheck } from '@shufang/icons';
import { Block, Row } from '@shufang/ui';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import styles from './sign-in.module.css';

export const PassedCheck = ({ label = accountText.captcha }: { readonly label?: string }) => (
  <div>
    <Block as="p" block size={14} tone="soft" className={styles.label}>
      {label}
    </Block>
    <Row as="p" gap={8} align="center" className={styles.passed}>
      <IconCheck size={18} stroke={2} aria-hidden />
      {signInText.checkPassed}
    </Row>
  </div>
);
