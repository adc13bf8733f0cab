import { expect, it } from 'vitest';
import { saveInstitution } from './save-institution.ts';

/** Returns the messages of the validation errors. */
const messagesFor = (input: object): string[] => {
  const { error } = saveInstitution.input.safeParse({ name: '演示工业大学', domain: '', protocol: 'none', ...input });
  return error?.issues.map(({ message }) => message) ?? [];
};

it.each([
  ['qq.com', 'qq.com 是公共邮箱，谁都可以注册，不能用来认证教师'],
  ['163.com', '163.com 是公共邮箱，谁都可以注册，不能用来认证教师'],
  ['edu.cn', '请填写机构自己的域名，例如 pku.edu.cn'],
  ['pku', '邮箱域名格式有误，例如 pku.edu.cn'],
  ['', '邮箱域名格式有误，例如 pku.edu.cn'],
])('the mail domain “%s”, which proves no affiliation, is rejected', (domain, message) => {
  expect(messagesFor({ mailDomains: [domain] })).toContain(message);
});

it('mail domains of the institution itself are accepted in lower case', () => {
  const input = { name: '演示工业大学', domain: '', protocol: 'none', mailDomains: ['Gongda.edu.cn', ' teacher.gongda.edu.cn '] };
  expect(saveInstitution.input.parse(input).mailDomains).toEqual(['gongda.edu.cn', 'teacher.gongda.edu.cn']);
});

it('the domain of the website may be absent, a public one is accepted, and a malformed one is rejected', () => {
  expect(messagesFor({ domain: '' })).toEqual([]);
  expect(messagesFor({ domain: 'qq.com' })).toEqual([]);
  expect(messagesFor({ domain: 'pku' })).toEqual(['域名格式有误，例如 pku.edu.cn']);
});
