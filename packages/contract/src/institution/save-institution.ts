import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { adminInstitution, signInProtocol } from './admin-institution.ts';
import { DOMAIN, mailDomain } from './mail-domain.ts';

const websiteDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(120)
  .refine((text) => text === '' || DOMAIN.test(text), '域名格式有误，例如 pku.edu.cn');

/**
 * Creates or, with `id`, updates an institution. `metadata`: the provider's SAML metadata (XML); `clientSecret`: absent keeps the stored
 * one.
 */
export const saveInstitution = operation({
  name: 'saveInstitution',
  method: 'POST',
  path: '/api/admin/institution/save',
  summary: '保存机构',
  permission: 'manageLicense',
  scope: 'platform',
  input: z.object({
    id: entityId.optional(),
    name: z.string().trim().min(1, '请填写机构名称').max(100, '机构名称最多 100 个字'),
    domain: websiteDomain,
    /** Mail domains; absent leaves the stored ones. A domain must match exactly: subdomains, which students often use, do not count. */
    mailDomains: z
      .array(mailDomain)
      .max(LIMITS.institutionMailDomainsMax, `教师邮箱域名最多 ${LIMITS.institutionMailDomainsMax} 个`)
      .optional(),
    protocol: signInProtocol,
    metadata: z.string().max(LIMITS.idpMetadataChars, '元数据过长').optional(),
    issuer: z
      .string()
      .trim()
      .max(300)
      .refine((text) => text === '' || /^https?:\/\/[^?#\s]+$/.test(text), '颁发者须为网址，例如 https://sso.pku.edu.cn')
      .default(''),
    clientId: z.string().trim().max(200).default(''),
    clientSecret: z.string().trim().max(500).optional(),
  }),
  output: z.object({ institution: adminInstitution }),
  errors: ['institution.notFound', 'institution.nameTaken', 'institution.mailDomainTaken', 'institution.metadataBad'],
});
