/** Chinese messages for schema violations, instead of zod's own, which show users raw conditions such as `string <=200`, and patterns. */
import type { z } from 'zod';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const TYPES: Readonly<Record<string, string>> = {
  string: '文字',
  number: '数字',
  int: '整数',
  bigint: '整数',
  boolean: '是或否',
  array: '列表',
  object: '对象',
  record: '对象',
  date: '日期',
  null: '空值',
};

const UNITS: Readonly<Record<string, string>> = { string: ' 个字符', array: ' 项', set: ' 项', file: ' 个字节' };

const FORMATS: Readonly<Record<string, string>> = {
  email: '电子邮箱地址',
  url: '网址',
  date: '日期',
  time: '时间',
  datetime: '日期和时间',
  base64: 'base64 编码',
  base64url: 'base64url 编码',
};

/** Returns the Chinese message of a schema violation, for `z.config({ localeError })`. The caller adds the name of the field. */
export const chineseIssue = (issue: RawIssue): string => {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return '不能缺少';
      const type = TYPES[issue.expected];
      return type === undefined ? '格式有误' : `应为${type}`;
    }
    case 'invalid_value':
      return `应为以下之一：${issue.values.map(String).join('、')}`;
    case 'too_big':
      return `${issue.inclusive === false ? '必须小于' : UNITS[issue.origin] === undefined ? '不能大于' : '不能超过'} ${issue.maximum}${UNITS[issue.origin] ?? ''}`;
    case 'too_small':
      if (issue.minimum === 1 && issue.inclusive !== false && UNITS[issue.origin] !== undefined) return '不能为空';
      return `${issue.inclusive === false ? '必须大于' : UNITS[issue.origin] === undefined ? '不能小于' : '不能少于'} ${issue.minimum}${UNITS[issue.origin] ?? ''}`;
    case 'invalid_format':
      return FORMATS[issue.format] === undefined ? '格式有误' : `应为${FORMATS[issue.format]}`;
    case 'not_multiple_of':
      return `应为 ${issue.divisor} 的倍数`;
    case 'unrecognized_keys':
      return `含有不认识的项目：${issue.keys.join('、')}`;
    default:
      return '内容有误';
  }
};

/** Beginnings of messages before which the name of the field must be put; messages that the contract defines are complete sentences. */
const NEEDS_FIELD = /^(?:不能|应为|必须|格式有误|含有不认识|内容有误)/;

/** Returns the first violation as a message: `title 不能超过 200 个字符`. */
export const describeIssue = (error: z.ZodError): string => {
  const issue = error.issues[0];
  if (issue === undefined) return '提交的内容有误';
  const field = issue.path.map(String).join('.');
  return field !== '' && NEEDS_FIELD.test(issue.message) ? `${field} ${issue.message}` : issue.message;
};
