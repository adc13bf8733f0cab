/** Reads the platform settings from environment variables; they are in force until an administrator saves others. */
import type { PlatformSettings } from '@shufang/contract';
import type { Config } from '../../platform/config.ts';

/** The operator of a demo whose environment variables name none: fictitious, with reserved domains and phone numbers (RFC 2606). */
const DEMO_OPERATOR: Config['operator'] = {
  name: '书房示例出版社',
  phone: '010-0000 0000',
  hours: '工作日 9:00—17:30',
  wechat: 'shufang-demo',
  email: 'help@shufang.example',
  emails: [{ topic: 'infringement', email: 'rights@shufang.example' }],
  licenses: ['京ICP备00000000号（示例）'],
};

const isEmpty = ({ emails, licenses, ...texts }: Config['operator']): boolean =>
  Object.keys(texts).length + emails.length + licenses.length === 0;

/** Returns the settings from the `OPERATOR_…` variables; in a demo without any of them, those of a fictitious publisher. */
export const environmentSettings = ({
  mode,
  operator: configured,
  reviewDays,
}: Pick<Config, 'mode' | 'operator' | 'reviewDays'>): PlatformSettings => {
  const operator = mode === 'demo' && isEmpty(configured) ? DEMO_OPERATOR : configured;
  return {
    operatorName: operator.name ?? '',
    phone: operator.phone ?? '',
    hours: operator.hours ?? '',
    wechat: operator.wechat ?? '',
    email: operator.email ?? '',
    topicEmails: operator.emails,
    licenses: operator.licenses,
    reviewDays,
  };
};
