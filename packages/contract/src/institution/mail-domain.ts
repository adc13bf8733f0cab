/** Mail domains and addresses of institutions, used to verify teachers. */
import { z } from 'zod';

/** Pattern of a mail domain in lower case. */
export const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;

/** Domains of public mail providers, whose addresses prove no affiliation. */
const FREE_MAIL = new Set(
  `qq.com vip.qq.com foxmail.com 163.com vip.163.com 126.com vip.126.com yeah.net 188.com 139.com 189.cn wo.cn sina.com sina.cn vip.sina.com
   sohu.com tom.com 21cn.com aliyun.com 263.net gmail.com outlook.com hotmail.com live.com live.cn msn.com yahoo.com yahoo.cn yahoo.com.cn
   icloud.com me.com proton.me protonmail.com gmx.com mail.com zoho.com yandex.com mail.ru`.split(/\s+/),
);

/** Pattern of public suffixes such as `edu.cn`, which would match every institution below them. */
const PUBLIC_SUFFIX = /^(?:edu|ac|com|net|org|gov)\.[a-z]{2}$/;

export const mailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(120)
  .regex(DOMAIN, '邮箱域名格式有误，例如 pku.edu.cn')
  .refine((text) => !FREE_MAIL.has(text), { error: ({ input }) => `${String(input)} 是公共邮箱，谁都可以注册，不能用来认证教师` })
  .refine((text) => !PUBLIC_SUFFIX.test(text), '请填写机构自己的域名，例如 pku.edu.cn');

/** Pattern of the part before `@`. It forbids `+`, with which one mailbox has many addresses. */
const LOCAL_PART = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/;

export const mailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(160, '邮箱过长')
  .refine((text) => {
    const [local = '', domain = '', ...more] = text.split('@');
    return more.length === 0 && LOCAL_PART.test(local) && DOMAIN.test(domain);
  }, '邮箱格式有误，例如 zhang@pku.edu.cn');

/** Returns the domain of a mail address. */
export const domainOfMail = (mailbox: string): string => mailbox.slice(mailbox.indexOf('@') + 1);
